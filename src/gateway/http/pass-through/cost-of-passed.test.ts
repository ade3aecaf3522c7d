import { expect, it } from 'vitest';
import { mostTokens } from '../../../models/providers/count-tokens.ts';
import { mostOfPassed } from './cost-of-passed.ts';

const HELLO = mostTokens('Hello there');

it.each([
  [{}, 0, 0, 1],
  [{ input: 'Hello there' }, HELLO, 0, 1],
  [{ input: ['Hello there', 'Hello there'] }, 2 * HELLO, 0, 1],
  [{ input: [1, 2, 3] }, 3, 0, 1],
  [{ input: [[1, 2], [3]] }, 3, 0, 1],
  [{ prompt: 'Hello there' }, HELLO, 16, 1],
  [{ prompt: 'Hello there', max_tokens: 0 }, HELLO, 0, 1],
  [{ prompt: 'Hello there', max_tokens: 50, n: 2, best_of: 3 }, HELLO, 50, 3],
  [{ prompt: 'Hello there', suffix: 'Hello there', max_tokens: null }, 2 * HELLO, 16, 1],
  [{ prompt: ['Hello there', 'Hello there'], n: 2 }, 2 * HELLO, 16, 4],
  [{ prompt: [5, 6] }, 2, 16, 1],
  [{ prompt: [[5], [6]] }, 2, 16, 2],
  [{ prompt: [] }, 0, 16, 1],
])('what %j may cost', (fields, input, output, choices) => {
  expect(mostOfPassed(fields)).toMatchObject({ input, output, choices, isChosen: true });
});

it('objects within count by their text', () => {
  const input = [{ type: 'text', text: 'Hello there' }];
  expect(mostOfPassed({ input }).input).toBe(mostTokens(JSON.stringify(input[0])));
});
