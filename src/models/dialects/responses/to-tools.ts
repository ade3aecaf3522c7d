import type { ToolForm } from '../chat-completions/to-tools.ts';

/** What chat completions write in an object of its own stands beside the type here. */
export const RESPONSES_FORM: ToolForm = {
  // Unlike there, a function is strict unless it says that it is not.
  tool: ({ name, description, parameters = { type: 'object', properties: {} }, strict = false }) => ({
    ...{ type: 'function', name, description: description?.toWellFormed(), parameters, strict },
  }),
  named: (name) => ({ type: 'function', name }),
  allowed: (mode, tools) => ({ type: 'allowed_tools', mode, tools }),
};
