// Rules that find bugs. How code is laid out is nobody's business here but its author's.
import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["static/vendor/", "static/js/words/", "var/", ".venv/", "node_modules/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: { ecmaVersion: 2024 },
    rules: {
      eqeqeq: "error",
      "prefer-const": "error",
      "no-var": "error",
      "no-shadow": "error",
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-implicit-globals": "error",
      "no-promise-executor-return": "error",
      "no-self-compare": "error",
      "no-template-curly-in-string": "error",
      "no-unmodified-loop-condition": "error",
      "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
      "no-eval": "error",
      "no-implied-eval": "error",
      "array-callback-return": "error",
      "no-duplicate-imports": "error",
    },
  },
  { files: ["static/js/**"], languageOptions: { globals: { ...globals.browser, DOMPurify: "readonly" } } },
  { files: ["tests/js/**"], languageOptions: { globals: globals.node } },
];
