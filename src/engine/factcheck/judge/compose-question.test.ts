import { describe, expect, it } from 'vitest';
import { textOf } from '../../../domain/chat.ts';
import type { JsonModel } from '../../../models/upstream/ask-json.ts';
import type { Block } from '../choose/fence-evidence.ts';
import {
  answerTokens,
  composeQuestion,
  estimateTokens,
  JUDGED_STANCES,
  withThought,
} from './compose-question.ts';

type Model = JsonModel['model'];
const model = (more: object = {}, capabilities: object = {}) =>
  ({
    id: 'a/b',
    provider: 'a',
    wireId: 'b',
    capabilities: { reasoningEffort: false, ...capabilities },
    ...more,
  }) as Model;
const THINKING = { reasoningEffort: true, efforts: { low: 'low' } };
const ITEM = { source: 'wikipedia', title: 'A', url: 'https://a.org', text: 'B.' };
const block = (items = 1, more: Partial<Block> = {}): Block => ({
  claim: 'A.',
  parts: [],
  items: Array.from({ length: items }, () => ({ item: ITEM, excerpt: 'B.' })),
  final: false,
  ...more,
});
const compose = (blocks: Block[], more: { model?: Model; text?: string; complaint?: string } = {}) => {
  const words: string[] = [];
  const fenceWord = (content: string) => {
    words.push(content);
    return `word${words.length}`;
  };
  const dates = { today: '2024-05-06', text: more.text };
  const asked = composeQuestion(blocks, more.model ?? model(), fenceWord, dates, more.complaint);
  const [system = '', user = ''] = asked.question.request.messages.map(textOf);
  return { asked, user, system, words };
};

describe('a question to the judge', () => {
  it('says which day it is, and when the text was written', () => {
    expect(compose([block()]).user.split('\n\n')[0]).toBe('Today is 2024-05-06.');
    expect(compose([block()], { text: '2020-01-02' }).user).toMatch(
      /^Today is 2024-05-06. The text was written on 2020-01-02.\n\nClaim 1\n/,
    );
  });

  it('numbers claims and items from one on, each claim in a fence of its own word', () => {
    const { asked, user, words } = compose([block(2), block(0), block(1)]);
    expect(asked.firstItems).toEqual([1, 3, 3]);
    expect([...user.matchAll(/^Claim (\d)$/gm)].map(([, number]) => number)).toEqual(['1', '2', '3']);
    expect([...user.matchAll(/^\[(\d)\]/gm)].map(([, number]) => number)).toEqual(['1', '2', '3']);
    expect(new Set(words).size).toBe(3);
    expect(user).toContain('<<<END EVIDENCE word3>>>');
  });

  it('ends with the complaint where there is one', () => {
    expect(compose([block()], { complaint: 'Once more.' }).user).toMatch(/>>>\n\nOnce more\.$/);
    expect(compose([block()]).user).toMatch(/>>>$/);
  });

  it('asks for little thought where the model can think', () => {
    const effort = (one: Model) => compose([block()], { model: one }).asked.question.request.reasoningEffort;
    expect(effort(model())).toBeUndefined();
    expect(effort(model({}, THINKING))).toBe('low');
    expect(effort(model({}, { reasoningEffort: true, efforts: {} }))).toBeUndefined();
    expect(effort(model({}, { reasoningEffort: true }))).toBeUndefined();
  });

  it('counts the tokens of its prompt, from above', () => {
    const { asked, user, system } = compose([block()]);
    const schema = JSON.stringify(asked.question.schema);
    const tokens = [system, user, schema].map(estimateTokens);
    expect(asked.promptTokens).toBe(64 + tokens[0]! + tokens[1]! + tokens[2]!);
    expect(['', 'a', 'abc', 'abcd', 'ä', 'äö'].map(estimateTokens)).toEqual([0, 1, 1, 2, 1, 2]);
    expect(asked.question.request).toMatchObject({ stream: false, temperature: 0 });
    expect(asked.question.name).toBe('verdicts');
  });

  it('wants no stance that is unjudged, and nothing beside the schema', () => {
    expect(JUDGED_STANCES).toEqual(expect.arrayContaining(['supports', 'refutes', 'neutral']));
    expect(JUDGED_STANCES).not.toContain('unjudged');
    expect(compose([block()]).asked.question.schema).toMatchObject({
      additionalProperties: false,
      required: ['verdicts'],
    });
  });
});

describe('the tokens of an answer', () => {
  it('are those of its verdicts, one for each part', () => {
    expect(answerTokens([{ parts: [] }], model())).toEqual({ most: 450, least: 450 });
    expect(answerTokens([{ parts: [] }, { parts: ['a', 'b'] }], model())).toEqual({
      most: 1_150,
      least: 1_150,
    });
    expect(answerTokens([], model())).toEqual({ most: 100, least: 100 });
  });

  it('have room for thought, as far as the model writes so many', () => {
    expect(withThought(450, model({}, THINKING))).toBe(2_450);
    expect(withThought(450, model({ outputCap: 1_000 }, THINKING))).toBe(1_000);
    expect(withThought(450, model({ outputCap: 1_000 }))).toBe(450);
    expect(withThought(450, model({ outputCap: 300 }))).toBe(300);
  });
});
