import { expect, it } from 'vitest';
import { checkConversation } from './check-conversation.ts';

const CLAIM = 'The tower in Paris was completed in 1889. ';

it('lets others run while a long answer is searched, and finds the same claims', async () => {
  let turns = 0;
  const check = await checkConversation([], 'new', async () => void turns++);
  const answer = CLAIM.repeat(500);
  const found = [...(await check.readAnswer(answer)), ...check.endAnswer()];
  expect(turns).toBeGreaterThanOrEqual(Math.floor(answer.length / 4_096));
  expect(found.map(({ start, end }) => answer.slice(start, end))).toEqual(
    Array.from({ length: 500 }, () => CLAIM.trim()),
  );
});

it('keeps no more claims of an answer than can be listed, and counts the others', async () => {
  const check = await checkConversation([], 'new', async () => {});
  const found = [...(await check.readAnswer(CLAIM.repeat(1_500))), ...check.endAnswer()];
  expect(found).toHaveLength(1_000);
  expect((await check.result()).metadata).toMatchObject({ claims_detected: 1_500, claims_omitted: 500 });
});
