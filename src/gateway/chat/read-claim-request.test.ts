import { describe, expect, it } from 'vitest';
import { requestsOf } from '../../../test/tasks/read-requests.ts';
import { readClaimRequest } from './read-claim-request.ts';

describe('a message that asks for claim work', () => {
  it('is none of the ordinary requests of many trades that hold its words', () => {
    const ordinary = requestsOf('ordinary-requests');
    expect(ordinary.length).toBeGreaterThan(300);
    expect(ordinary.filter((request) => readClaimRequest(request) !== undefined)).toEqual([]);
  });

  it('is recognized in nine of ten cases, and never taken for the other work', () => {
    const asked = requestsOf('claim-requests').map((line) => /^(\S+) ([\s\S]*)$/.exec(line) ?? []);
    const found = asked.map(([, task, request = '']) => ({ task, found: readClaimRequest(request) }));
    expect(found.filter((one) => one.found !== undefined && one.found !== one.task)).toEqual([]);
    expect(found.filter((one) => one.found === one.task).length).toBeGreaterThanOrEqual(found.length * 0.9);
  });

  it.each([
    ['without a text', 'Fact-check this:'],
    ['with one word', 'Fact-check this: nonsense'],
    ['with data', 'Fact-check this: {"a": "b", "c": "d e f"}'],
    ['with code', 'Fact-check this:\n```\nlet a be one\n```'],
    ['with more to do', 'Fact-check this and write a poem about it: The moon is made of cheese.'],
    ['behind other work', 'Summarize the text. Fact-check it: The moon is made of cheese.'],
    ['in the midst of a text', 'My boss said: fact-check this: The moon is made of cheese.'],
    ['with an unknown object', 'Fact-check this contract: The seller pays on Monday.'],
    ['with a long way to the text', `Fact-check this ${'very '.repeat(80)}long text: The moon is cheese.`],
    ['behind a line that asks for something else', 'Write about cheese.\n\nFact-check the code.'],
    ['in nothing', ''],
    ['behind no text', '\n\nFact-check this.'],
    ['behind code', '```\nlet a be one\n```\n\nFact-check this.'],
    ['behind one word', 'Nonsense\n\nFact-check the above.'],
    ['with data far longer than a text', `Fact-check this: {${'"a": 1, '.repeat(200)} a few words}`],
    ['with words only far behind the request', `Fact-check this: ${'1'.repeat(400)} The moon is cheese.`],
  ])('is no request %s', (_what, message) => {
    expect(readClaimRequest(message)).toBeUndefined();
  });

  it('may have two words, or four characters where words have no blanks', () => {
    expect(readClaimRequest('Fact-check: Elvis lives')).toBe('fact_check');
    expect(readClaimRequest('Fact-check: 地球平面')).toBe('fact_check');
    expect(readClaimRequest('Fact-check: 地球平')).toBeUndefined();
  });

  it('may have its text right behind the mark, from the first character on', () => {
    expect(readClaimRequest('Fact-check:地球平面')).toBe('fact_check');
    expect(readClaimRequest('地球平面\nFact-check this.')).toBe('fact_check');
    expect(readClaimRequest('I lie\nFact-check this')).toBe('fact_check');
  });

  it('is the one before the text where another stands behind it', () => {
    expect(readClaimRequest('Normalize this claim: The moon is cheese.\n\nFact-check this.')).toBe(
      'normalize',
    );
    expect(readClaimRequest('Fact-check this: The moon is cheese.\n\nNormalize the claim above.')).toBe(
      'fact_check',
    );
  });

  it('is recognized before and behind a long text', () => {
    const long = 'The moon is made of cheese. '.repeat(4_000);
    expect(readClaimRequest(`Fact-check this: ${long}`)).toBe('fact_check');
    expect(readClaimRequest(`${long}\n\nFact-check the above.`)).toBe('fact_check');
    expect(readClaimRequest(`${long}\n\nNormalize the claim in the above text.`)).toBe('normalize');
  });
});
