// What a page is told where an answer does not come, or not all of it. Run by node's own test runner.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { installBrowser } from "./browser.mjs";
import { getJson, getPage, sendJson } from "../../static/js/chat/transport.js";

beforeEach(() => {
  installBrowser();
  globalThis.document.querySelector = () => ({ content: "token" });
});

const answering = (answer) => { globalThis.fetch = async () => answer; };
const failing = (error) => { globalThis.fetch = async () => { throw error; }; };
const ASKING = [() => getJson("/x/"), () => sendJson("POST", "/x/", {}), () => getPage("/x/")];
const cutOff = async () => { throw new TypeError("network error"); };

test("a connection that breaks in the middle of an answer is told in words", async () => {
  answering({ ok: true, status: 200, json: cutOff, text: cutOff });
  for (const ask of ASKING) await assert.rejects(ask, /no connection/);
});

test("a change that is not answered in time may have been made all the same, and that is said", async () => {
  failing(new DOMException("signal timed out", "TimeoutError"));
  await assert.rejects(sendJson("POST", "/x/", {}), /look before you try again/);
  await assert.rejects(getJson("/x/"), /in time\. Try again/);
});

test("nothing is waited for without an end", async () => {
  const patient = [];
  globalThis.fetch = async (_, options) => { patient.push(options.signal); throw new TypeError("away"); };
  for (const ask of ASKING) await assert.rejects(ask);
  assert.ok(patient.every((signal) => signal instanceof AbortSignal));
});

test("a page that is gone is none, and one that cannot be read is an error", async () => {
  answering({ ok: false, status: 404 });
  assert.equal(await getPage("/x/"), null);
  for (const answer of [{ ok: false, status: 503 }, { ok: true, status: 200, redirected: true }]) {
    answering(answer);
    await assert.rejects(getPage("/x/"), /did not answer as it should/);
  }
});
