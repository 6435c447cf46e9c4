// Sends one file to the server, and says how far it is: fetch cannot.
import { ApiError, csrfToken } from "./api.js";

/**
 * Return {stored, cancel}: `stored` resolves to the file as the server keeps it, or rejects with an ApiError;
 * `onProgress` is told the share that was sent, 0 to 1.
 */
export function upload(file, onProgress) {
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append("file", file);
  const stored = new Promise((resolve, reject) => {
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total ? loaded / total : 0));
    request.addEventListener("load", () => settle(request, resolve, reject));
    request.addEventListener("error", () => reject(new ApiError(0, { detail: "The connection broke off. Attach it again." })));
  });
  request.open("POST", "/api/v1/files/");
  request.setRequestHeader("X-CSRFToken", csrfToken());
  request.setRequestHeader("Accept", "application/json");
  request.responseType = "json";
  request.send(form);
  return { stored, cancel: () => request.abort() };
}

function settle(request, resolve, reject) {
  if (request.status === 401) dispatchEvent(new Event("signed-out"));
  if (request.status === 201) resolve(request.response);
  else reject(new ApiError(request.status, request.response ?? {}));
}
