// What the person does to say their last message in other words. It changes in its place once the server has the new ones.
import { findEdit } from "./edited.js";

export class Edits {
  constructor(conversation) {
    this.conversation = conversation;
  }

  /** Begin to write; nothing has happened before that is sent. */
  begin = (exchange) => {
    Object.assign(exchange, { lookedAt: null, edit: { id: null, content: exchange.content, failure: null } });
    this.conversation.changed(exchange);
  };

  leave = (exchange) => {
    exchange.edit = null;
    this.conversation.changed(exchange);
  };

  send = (exchange, content) => {
    const id = crypto.randomUUID();
    exchange.edit = { id, content, failure: null };
    this.conversation.socket.sendSurely({ type: "edit", id, turn_id: exchange.turn.id, content });
    this.conversation.changed(exchange);
  };

  /** An earlier visit of this tab has sent `frame`, and the server has not acknowledged it. */
  restore({ id, turn_id: turn, content }) {
    const exchange = this.conversation.transcript.byTurn.get(turn);
    if (exchange) exchange.edit = { id, content, failure: null };
  }

  /** The words stay where they were written, with the reason. */
  refused(error) {
    const exchange = findEdit(this.conversation.transcript, error.id);
    if (!exchange) return;
    Object.assign(exchange.edit, { id: null, failure: error });
    this.conversation.changed(exchange);
  }
}
