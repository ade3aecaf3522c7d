import { expect, it } from 'vitest';
import { countThoughts } from './count-thoughts.ts';

/** Two tokens, as are all words here. */
const WORD = 'word';
const nested = (depth: number): unknown =>
  depth === 0 ? { thinking: WORD } : { choices: [nested(depth - 1)] };

it.each<[string, number, number, unknown]>([
  ['no thoughts', 0, 2, { choices: [{ delta: { content: WORD } }] }],
  ['thoughts under their name', 2, 2, { choices: [{ delta: { reasoning_content: WORD } }] }],
  ['thoughts of Together', 2, 2, { delta: { reasoning: WORD } }],
  ['thoughts of Anthropic', 2, 2, { delta: { type: 'thinking_delta', thinking: WORD } }],
  ['thoughts of the Responses API', 2, 2, { delta: { reasoning_text: WORD } }],
  ['the same thoughts under two names', 2, 2, { reasoning_content: WORD, reasoning: WORD }],
  ['thoughts behind an empty name', 2, 2, { reasoning_content: '', reasoning: WORD }],
  ['thoughts beside text', 2, 4, { reasoning: WORD, content: WORD }],
  ['a part that is said to be thought', 2, 2, { parts: [{ text: WORD, thought: true }] }],
  ['a part that is said not to be', 0, 2, { parts: [{ text: WORD, thought: false }] }],
  ['thoughts of several choices', 4, 4, [{ reasoning: WORD }, { reasoning: WORD }]],
  ['text under both names', 4, 4, { thought: true, content: WORD, text: WORD }],
  ['thoughts that are no text', 0, 0, { reasoning: 5, thinking: null }],
  ['thoughts five levels down', 2, 2, nested(5)],
  ['thoughts too far down to be looked for', 0, 0, nested(6)],
])('of %s: %i, and %i where the event made no chunk', (_, tokens, silent, event) => {
  expect(countThoughts(JSON.stringify(event), false)).toBe(tokens);
  expect(countThoughts(JSON.stringify(event), true)).toBe(silent);
});
