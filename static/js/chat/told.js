// Translations of the server's fixed texts about a chat, which are stored in English.
import { gettext_noop, locale, translated } from "../shell/language.js";

const FIXED = [
  // status labels
  gettext_noop("Understanding your request"), gettext_noop("Waiting for your answer"), gettext_noop("Waiting for your choice"), gettext_noop("Waiting for you"),
  gettext_noop("Waiting for your other answers to finish"), gettext_noop("Looking into your documents"), gettext_noop("Working on it"), gettext_noop("Going on"),
  gettext_noop("Going on with {name}"), gettext_noop("Running {name}"), gettext_noop("Creating {name}"),
  // tool calls
  gettext_noop("Searching the web for \"{words}\""), gettext_noop("Searching for \"{words}\""), gettext_noop("Reading \"{title}\""), gettext_noop("Reading {place}"),
  gettext_noop("Preparing {title} for download"), gettext_noop("Looking into the library of skills"), gettext_noop("Taking back the last changes"),
  gettext_noop("Working on tables"), gettext_noop("Looking up titles of documents"), gettext_noop("Keeping the plan"), gettext_noop("Sharing out the work"),
  gettext_noop("Looking for a tool: {text}"), gettext_noop("Letting {name} work on its part"), gettext_noop("Keeping in mind: \"{fact}\""), gettext_noop("Forgetting \"{fact}\""),
  gettext_noop("Looking up a date: {day}"), gettext_noop("Working out {sum}"), gettext_noop("Going back to version {number} of {title}"),
  gettext_noop("Looking at the versions of {title}"), gettext_noop("Sending mail to {name}: {text}"), gettext_noop("Sending mail to {name}"),
  gettext_noop("Sending a message to {name}: {text}"), gettext_noop("Sending a message to {name}"), gettext_noop("Looking at the settings of the workspace"),
  gettext_noop("Writing in the document \"{title}\""), gettext_noop("Writing {name}"), gettext_noop("Creating the agent {name}"), gettext_noop("Changing the agent {name}"),
  gettext_noop("Deleting the agent {name}"), gettext_noop("Pausing the agent {name}"), gettext_noop("Saving the skill {name}"), gettext_noop("Deleting the skill {name}"),
  gettext_noop("Adding to the calendar: \"{title}\""), gettext_noop("Changing the calendar: \"{title}\""),
  gettext_noop("Deleting from the calendar: \"{title}\""), gettext_noop("Creating \"{title}\""), gettext_noop("Changing \"{title}\""), gettext_noop("Moving \"{title}\""),
  gettext_noop("Deleting \"{title}\""), gettext_noop("Restoring \"{title}\""),
  // reasons of an intent
  gettext_noop("You answered the open question."), gettext_noop("You answered what was waiting."), gettext_noop("You said so."), gettext_noop("You chose: {what}."), gettext_noop("You asked for help."),
  gettext_noop("You want it done for you."), gettext_noop("You want the rest of it."), gettext_noop("You ask what it takes."), gettext_noop("You let go of the idea."), gettext_noop("You handed a file over."),
  gettext_noop("This is small talk."), gettext_noop("You told me something."), gettext_noop("I couldn't tell what to do with it."), gettext_noop("It was asked of the documents."), gettext_noop("It answers no open question."), gettext_noop("It points at nothing here."),
  gettext_noop("It is about the table of this conversation."), gettext_noop("You addressed {name} by name, so it gets the task."), gettext_noop("You used the command /{name}."),
  gettext_noop("Your words are a command that I know: {what}."),
  // choices
  gettext_noop("Should this happen once, or again and again?"), gettext_noop("Which of these do you mean?"), gettext_noop("Shall I go on?"), gettext_noop("Run {name}"), gettext_noop("Create {name}"), gettext_noop("Create an agent"),
  gettext_noop("A few questions, then it can run again and again."), gettext_noop("Something else"), gettext_noop("Nothing starts. Tell me in other words, or paste what it is about."), gettext_noop("Do it once, now"),
  gettext_noop("I do it here. Nothing is saved for next time."), gettext_noop("Change an agent"), gettext_noop("I ask which one if that isn't clear."), gettext_noop("Only answer the question"), gettext_noop("I look it up and change nothing."),
  gettext_noop("Create a skill"), gettext_noop("Two questions, then any agent can have it."), gettext_noop("Give a skill to an agent"), gettext_noop("The agent can do more from its next run on."), gettext_noop("Change the workspace"),
  gettext_noop("I ask again before anything changes."), gettext_noop("Continue"), gettext_noop("Goes on from what is done so far."),
  // drafts of agents and skills
  gettext_noop("New agent"), gettext_noop("New skill"), gettext_noop("What it does"), gettext_noop("Source"), gettext_noop("What to include"), gettext_noop("Where to"), gettext_noop("How often"), gettext_noop("How it works"), gettext_noop("Name"),
  gettext_noop(" from "), gettext_noop(", covering "), gettext_noop(", with the result to "), gettext_noop("everything"), gettext_noop("this chat"), gettext_noop("its own chat"), gettext_noop("on demand"),
  gettext_noop("List overdue tasks"), gettext_noop("Summarise what I paste"), gettext_noop("Watch for new documents"), gettext_noop("This workspace"), gettext_noop("What I paste here"), gettext_noop("Everything"), gettext_noop("Only what changed"), gettext_noop("This chat"),
  gettext_noop("Every hour"), gettext_noop("Every weekday at 9:00"), gettext_noop("Every Monday at 9:00"), gettext_noop("On demand"),
  // parts of a receipt
  gettext_noop("new message"), gettext_noop("last exchanges"), gettext_noop("same topic"), gettext_noop("earlier"), gettext_noop("pasted text"), gettext_noop("summary"), gettext_noop("routing"), gettext_noop("scope"), gettext_noop("agent state"), gettext_noop("preferences"),
  gettext_noop("tools"), gettext_noop("instructions"), gettext_noop("context"), gettext_noop("history"), gettext_noop("messages {first} to {last} in full"), gettext_noop("they are in the summary"), gettext_noop("{count} earlier message"), gettext_noop("{count} earlier messages"),
  gettext_noop("over the budget of {count} tokens"), gettext_noop("more than {count} messages"), gettext_noop("everything before message {number}"), gettext_noop("older than what was read"), gettext_noop("messages {first} to {last}"),
];

/** The pattern for a {placeholder}: a name is one word, a text anything, others have no quotes. */
const stands = (_whole, name) => `(?<${name}>${{ name: "\\S+", text: ".+" }[name] ?? '[^"]+'})`;

const formOf = (text) => new RegExp(`^${text.replace(/[.?/+*()|]/g, "\\$&").replace(/\{(\w+)\}/g, stands)}$`);

const WHOLE = new Set(FIXED);
const FORMS = FIXED.filter((text) => text.includes("{")).map((text) => [text, formOf(text)]);

/** Return `words` in the page's language if they are known, else unchanged. */
export function told(words) {
  if (!locale || !words) return words;
  if (WHOLE.has(words)) return translated(words);
  for (const [text, form] of FORMS) {
    const found = form.exec(words);
    if (found) return translated(text, found.groups);
  }
  return words;
}
