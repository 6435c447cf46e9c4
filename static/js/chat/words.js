// What the page calls things. Names of the wire stay out of sight.

/** Each action as the chip says it, as a choice in its menu, and what choosing it would do. */
export const ACTIONS = {
  create_agent: ["create agent", "Create an agent", "Set one up that does this from now on"],
  execute_task: ["run a task", "Run a task", "Do it once, now"],
  query_info: ["a question", "Answer a question", "Explain or look something up"],
  update_agent: ["change an agent", "Change an agent", "Another time, place or purpose for one you have"],
  create_skill: ["create skill", "Create a skill", "Write down a recipe that agents can follow"],
  add_skill_to_agent: ["add a skill", "Give an agent a skill", "Let an agent you have do one more thing"],
  manage_platform: ["manage the workspace", "Manage the workspace", "Members, models, keys or retention"],
  unknown: ["something else", "Something else", "None of these"],
};

export const actionWord = (action) => ACTIONS[action]?.[0] ?? "something else";
