import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { type Message, textMessage } from '../../domain/chat.ts';
import type { Claim } from '../../domain/claim.ts';
import type { CheckEvent } from './check-event.ts';
import type { GroundPlan, JudgePlan } from './check-plan.ts';
import { type CheckOptions, openCheck } from './open-check.ts';
import { wholeAnswer } from './run-check.ts';

const CLAIM = 'The tower in Paris was completed in 1889. ';
const never = new AbortController().signal;

/** Checks one answer, or one text. @returns all events. */
async function check(
  answer: string,
  options: Partial<CheckOptions> = {},
  messages: readonly Message[] = [],
  yieldTurn = async () => {},
): Promise<readonly CheckEvent<undefined>[]> {
  const wanted = { plan: { rung: 'detect', mode: 'detect' }, listing: 'new', ...options } as const;
  const opened = await openCheck(messages, wanted, yieldTurn, never);
  const pace = options.subject === 'text' ? 'text' : 'stream';
  const events: CheckEvent<undefined>[] = [];
  for await (const batch of opened.read(
    wholeAnswer(async () => [answer]),
    pace,
    never,
  ))
    events.push(...batch);
  return events;
}

const found = (events: readonly CheckEvent<undefined>[]) =>
  events.flatMap((event) => (event.type === 'found' ? [event.claim] : []));
const metadataOf = (events: readonly CheckEvent<undefined>[]) => {
  const last = events.at(-1);
  return last?.type === 'done' ? last.metadata : undefined;
};

it('lets others run while a long answer is searched, and finds the same claims', async () => {
  let turns = 0;
  const answer = CLAIM.repeat(500);
  const events = await check(answer, {}, [], async () => void turns++);
  expect(turns).toBeGreaterThanOrEqual(Math.floor(answer.length / 4_096));
  expect(found(events).map(({ start, end }) => answer.slice(start, end))).toEqual(
    Array.from({ length: 500 }, () => CLAIM.trim()),
  );
});

it('keeps no more claims of an answer than can be listed, and counts the others', async () => {
  const events = await check(CLAIM.repeat(1_500));
  expect(found(events)).toHaveLength(1_000);
  expect(metadataOf(events)).toMatchObject({ claims_detected: 1_500, claims_omitted: 500 });
});

it("knows from the last user message what the answer's claims are about", async () => {
  const question = textMessage('user', 'Who was Ada Lovelace?');
  const events = await check('She was born in London in 1815.', {}, [question]);
  expect(found(events).map(({ text }) => text)).toEqual(['Ada Lovelace was born in London in 1815.']);
});

it('takes the caller’s word for the language of a text, and guesses where that is no language', async () => {
  const languagesAs = async (language: string) =>
    found(await check(CLAIM, { subject: 'text', listing: 'all', language })).map((claim) => [
      claim.language,
      claim.language_supported,
    ]);
  expect(await languagesAs('de-AT')).toEqual([['de', true]]);
  expect(await languagesAs('sv')).toEqual([['sv', false]]);
  expect(await languagesAs('no such language')).toEqual([['en', true]]);
});

it('says what was found behind the piece that brought it, and the whole at the end', async () => {
  const user = textMessage('user', 'Mount Everest is 8,849 metres high.');
  const events = await check(CLAIM, {}, [user]);
  expect(events.map(({ type }) => type)).toEqual(['read', 'found', 'found', 'done']);
  expect(metadataOf(events)?.claims.map(({ id }) => id)).toEqual(['claim-1', 'claim-2']);
});

it.each(['minConfidence', 'minCheckWorthiness'] as const)(
  'lists a claim that just reaches %s, and only counts one that is just below',
  async (least) => {
    const [claim] = found(await check(CLAIM));
    const score = least === 'minConfidence' ? claim?.confidence : claim?.check_worthiness;
    if (score === undefined) throw new Error('The claim has no score');
    expect(metadataOf(await check(CLAIM, { [least]: score }))?.claims).toHaveLength(1);
    const above = metadataOf(await check(CLAIM, { [least]: score + 1e-9 }));
    expect([above?.claims.length, above?.claims_detected]).toEqual([0, 1]);
  },
);

it.each([
  [true, ['Mount Everest is 8,849 metres high.']],
  [
    false,
    [
      'Translate into German: The tower in Paris was completed in 1889.',
      'Mount Everest is 8,849 metres high.',
    ],
  ],
])(
  'looks nothing up for questions that ask for no facts, if those alone count (%s)',
  async (factsAlone, looked) => {
    const texts: string[] = [];
    const plan: GroundPlan = {
      ...({ rung: 'ground', mode: 'ground', maxClaims: 9 } as const),
      ...{ factsAlone, fenceWord: () => 'word' },
      retrieve: async ({ text }: Claim) => {
        texts.push(text);
        return { items: [], answered: [] };
      },
    };
    const translation = textMessage('user', `Translate into German: ${CLAIM}`);
    const question = textMessage('user', 'Mount Everest is 8,849 metres high.');
    await check('Yes.', { plan }, [translation, textMessage('assistant', 'Ja.'), question]);
    expect(texts.toSorted()).toEqual(looked.toSorted());
    texts.length = 0;
    await check('Ja.', { plan }, [translation]);
    expect(texts).toHaveLength(factsAlone ? 0 : 1);
  },
);

it.each([
  [{ start: 0, end: 1 }, 1],
  [{ start: 40, end: 41 }, 1],
  // What only touches a claim's end or beginning is beside it.
  [{ start: 41, end: 42 }, 0],
])('lists of a text the claims in the part %o: %i', async (span, listed) => {
  const events = await check(CLAIM, { subject: 'text', listing: 'all', spans: [span] });
  expect(metadataOf(events)?.claims).toHaveLength(listed);
  expect(metadataOf(events)?.claims_detected).toBe(1);
});

it.each([
  [false, [CLAIM.trim()]],
  [true, ['We think it is pretty.', CLAIM.trim()]],
])('reads statements that are no claims where they are wanted (%s)', async (statements, texts) => {
  const asked = {
    maxClaims: 9,
    fenceWord: () => 'word',
    retrieve: async () => ({ items: [], answered: [] }),
  };
  const plan: JudgePlan = {
    ...({ rung: 'judge', mode: 'verify', statements, factsAlone: false, ...asked } as const),
    verifier: {
      ...{ ...asked, concurrency: 1, deadlineMs: 10_000, judgeTimeoutMs: 10_000, tokenBudget: 0 },
      ...{ today: () => '2026-11-05', now: () => 0, model: undefined, holdsRest: false, context: false },
    },
  };
  const events = await check(`We think it is pretty. ${CLAIM}`, { plan });
  expect(found(events).map(({ text }) => text)).toEqual(texts);
});

it('holds no conversation while the answer to it is written, where nobody judges', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const open = async () => {
    const message = textMessage('user', 'Mount Everest is 8,849 metres high.');
    const options = { plan: { rung: 'detect', mode: 'detect' }, listing: 'new' } as const;
    const opened = await openCheck([message], options, async () => {}, never);
    const written = new Promise<readonly string[]>(() => {});
    return {
      ref: new WeakRef(message),
      run: opened.read(
        wholeAnswer(() => written),
        'stream',
        never,
      ),
    };
  };
  const { ref, run } = await open();
  void run.next();
  await expect
    .poll(() => {
      collect();
      return ref.deref() === undefined;
    })
    .toBe(true);
  await run.return();
});
