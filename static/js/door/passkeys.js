// Passkeys: a form with `data-passkey` is sent once the person's device has made one ("create") or used one ("get").
// The options come from the server, at `data-options`, which gets the form's fields;
// `data-failed` is the message if the device fails.
import { need } from "../shell/dom.js";

function startPasskeys() {
  if (!globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON) return;
  for (const note of document.querySelectorAll("[data-without-passkeys]")) note.remove();
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send(/** @type {HTMLFormElement} */ (form));
    });
    /** @type {HTMLFormElement} */ (form).hidden = false;
  }
}

/** Request a passkey and send it, or show the error. A concurrent second click does nothing. */
async function send(form) {
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  tell(form, "");
  try {
    need("[name=credential]", form, HTMLInputElement).value = JSON.stringify(await answer(form));
    form.submit();
  } catch (error) {
    tell(form, error.name === "Refused" ? error.message : form.dataset.failed);
  }
  form.ariaBusy = "false";
}

async function answer(form) {
  const { publicKey } = await options(form);
  if (form.dataset.passkey === "create") {
    return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) });
  }
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
}

async function options(form) {
  const response = await fetch(form.dataset.options, { method: "POST", body: new FormData(form) });
  const said = await response.json();
  if (response.ok) return said;
  throw Object.assign(new Error(said.detail), { name: "Refused" });
}

function tell(form, text) {
  const notice = need("[role=alert]", form);
  notice.hidden = !text;
  need("span", notice).textContent = text;
}

startPasskeys();
