/**
 * A server of an operator's own that speaks OpenAI's dialect, in the plainest form: any model, no
 * reasoning, unknown fields ignored, no usage details.
 */
import type { Answer } from '../answers/prompt.ts';
import type { JsonObject } from '../json.ts';
import { simulateProvider } from '../simulate-provider.ts';
import { FINISH, openAITraits } from './openai.ts';
import { openAIErrorForms } from './openai-errors.ts';
import { type ChatTraits, speakChat } from './speak-chat.ts';

const compatibleTraits: ChatTraits = {
  ...openAITraits,
  errors: openAIErrorForms(undefined, () => ({})),
  knownFields: undefined,
  roles: ['system', 'user', 'assistant', 'tool'],
  checkForModel: () => 0,
  headers: () => ({}),
  envelope: ({ serial }) => ({ id: `cmpl-${serial}` }),
  usage: plainUsage,
  choice: (_, answer, text) => ({
    index: 0,
    message: { role: 'assistant', content: text },
    finish_reason: FINISH[answer.finish],
  }),
  openingParts: () => [{ choices: [{ index: 0, delta: { role: 'assistant' }, finish_reason: null }] }],
  tokenPart: (_, text) => ({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] }),
  closingParts: (asked, answer) => [
    { choices: [{ index: 0, delta: {}, finish_reason: FINISH[answer.finish] }] },
    ...(asked.includeUsage ? [{ choices: [], usage: plainUsage(answer) }] : []),
  ],
};

export const simulatedCompatible = simulateProvider(speakChat(compatibleTraits));

function plainUsage({ counts }: Answer): JsonObject {
  return {
    prompt_tokens: counts.prompt,
    completion_tokens: counts.text,
    total_tokens: counts.prompt + counts.text,
  };
}
