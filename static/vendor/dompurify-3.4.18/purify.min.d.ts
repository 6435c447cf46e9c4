// It sets a global.
export {};
declare global {
  var DOMPurify: any;
}
