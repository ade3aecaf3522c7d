import { expect, it } from 'vitest';
import { textMessage } from '../../domain/chat.ts';
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

it("knows from the last user message what the answer's claims are about", async () => {
  const question = textMessage('user', 'Who was Ada Lovelace?');
  const check = await checkConversation([question], 'new', async () => {});
  const found = [...(await check.readAnswer('She was born in London in 1815.')), ...check.endAnswer()];
  expect(found.map(({ text }) => text)).toEqual(['Ada Lovelace was born in London in 1815.']);
});

it('takes the caller’s word for the language of a text, and guesses where that is no language', async () => {
  const languagesAs = async (language: string) => {
    const options = { answerRole: 'text', language } as const;
    const check = await checkConversation([], 'all', async () => {}, 'detect', options);
    return [...(await check.readAnswer(CLAIM)), ...check.endAnswer()].map((claim) => [
      claim.language,
      claim.language_supported,
    ]);
  };
  expect(await languagesAs('de-AT')).toEqual([['de', true]]);
  expect(await languagesAs('sv')).toEqual([['sv', false]]);
  expect(await languagesAs('no such language')).toEqual([['en', true]]);
});
