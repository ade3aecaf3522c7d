/** What callers may name: which of the service's prompts applies. `auto` decides from the request. */
export const ASKED_TASKS = ['auto', 'chat', 'normalize', 'fact_check', 'none'] as const;
export type AskedTask = (typeof ASKED_TASKS)[number];
