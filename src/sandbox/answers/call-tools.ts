/**
 * The sandbox's calls of functions: those whose names stand in the question, with arguments made from their
 * schemas; and the answer from what they gave, so that a whole loop of an agent runs.
 */
import { asObject, type JsonObject } from '../json.ts';
import { fillSchema } from './fill-schema.ts';
import { type Answer, isQuestion, type PromptTool, type Question } from './prompt.ts';

/** Code points of a question that an argument repeats. */
const ARGUMENT_LENGTH = 200;

/** @returns the calls of this answer; empty where it calls nothing. */
export function callTools({ prompt, message }: Question): Answer['calls'] {
  const { tools } = prompt;
  if (tools === undefined || tools.choice === 'none') return [];
  const called = calledSince(prompt.turns);
  const choose = (): readonly PromptTool[] => {
    const { choice, offered } = tools;
    if (typeof choice === 'object') return offered.filter(({ name }) => name === choice.name);
    const named = offered.filter(({ name }) => standsIn(name, message) && !called.has(name));
    if (named.length > 0 || choice === 'auto') return named;
    return offered.filter(({ name }) => !called.has(name)).slice(0, 1);
  };
  const chosen = choose();
  const words = [Array.from(message).slice(0, ARGUMENT_LENGTH).join('') || 'sandbox'];
  return (tools.parallel ? chosen : chosen.slice(0, 1)).map(({ name, parameters }) => ({
    name,
    arguments: toArguments(parameters, words),
  }));
}

/** The functions that were called since the last question. */
function calledSince(turns: Question['prompt']['turns']): ReadonlySet<string> {
  const asked = turns.findLastIndex(isQuestion);
  return new Set(turns.slice(asked + 1).flatMap(({ calls = [] }) => calls.map(({ name }) => name)));
}

/** Whether a name stands in a text as a word of its own; `_` and `-` may be spaces there. */
function standsIn(name: string, text: string): boolean {
  const plain = (words: string): string =>
    ` ${words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return plain(text).includes(plain(name));
}

function toArguments(parameters: unknown, words: readonly string[]): JsonObject {
  return parameters === undefined ? {} : asObject(fillSchema(parameters, words));
}

/** Repeats what the functions gave; `undefined` where the last turn has no results. */
export function answerFromResults({ prompt }: Question): string | undefined {
  const last = prompt.turns.at(-1);
  if (last?.results === undefined || isQuestion(last) || prompt.format.type !== 'text') return undefined;
  return last.results.map(({ name, text }) => `${name} returned: ${text}`).join('\n');
}
