/** When a model is asked about a claim that the gateway can decide by itself. */
import { expect, it } from 'vitest';
import { fakeJudge, SUPPORTS } from '../../../test/harness/fake-judge.ts';
import {
  agreeable,
  claimOf,
  found,
  itemOf,
  openTestVerifier,
  simulateJudge,
} from './judge/judge-in-tests.ts';
import type { VerifierOptions } from './verify-claim.ts';

const TEXT = 'The tower in Paris was completed in 1889.';

async function verify(document: string, rest: Partial<VerifierOptions>) {
  const judge = simulateJudge(agreeable);
  const verifier = openTestVerifier(judge, { retrieve: async () => found(itemOf(document)), ...rest });
  verifier.add(claimOf(TEXT));
  const { claims } = await verifier.finish();
  return [claims[0]?.verdict, claims[0]?.judged_by, judge.calls.length];
}
/** Never asked: the document has the claim word for word. */
const local = {} as NonNullable<VerifierOptions['local']>;

it('not where a document has it word for word', async () => {
  expect(await verify(`It is tall. ${TEXT}`, { local })).toEqual(['supported', 'local', 0]);
});

it('where the gateway has no judge of its own', async () => {
  expect(await verify(`It is tall. ${TEXT}`, {})).toEqual(['supported', 'judge-1', 1]);
});

it('where the sources have nothing, that is what is said: nobody is missed who might have judged', async () => {
  const judge = simulateJudge(agreeable);
  const nothing = async () => ({ items: [], answered: ['corpus'] });
  for (const asked of [{}, { model: undefined }, { model: undefined, local }]) {
    const verifier = openTestVerifier(judge, { retrieve: nothing, ...asked });
    verifier.add(claimOf(TEXT));
    const [claim] = (await verifier.finish()).claims;
    expect(claim?.explanation).toBe('The sources have no evidence about this claim.');
  }
  expect(judge.calls).toEqual([]);
});

it('where a source did not answer, nobody says that there is no evidence', async () => {
  const half = async () => ({ items: [], answered: ['starter'], failed: [{ source: 'corpus' }] });
  const outcome = async (rest: Partial<VerifierOptions>, claim = claimOf(TEXT)) => {
    const verifier = openTestVerifier(simulateJudge(agreeable), { retrieve: half, ...rest });
    verifier.add(claim);
    return (await verifier.finish()).claims[0];
  };
  expect(await outcome({})).toMatchObject({
    verdict: 'not_enough_evidence',
    checked: false,
    explanation: 'This claim was not checked: a source of evidence did not answer.',
  });
  // A statement is held against what the request brought, which did answer.
  const statement = { ...claimOf(TEXT), statement: true as const };
  const held = async () => ({ items: [], answered: ['context'], failed: [{ source: 'corpus' }] });
  expect((await outcome({ retrieve: held, context: true }, statement))?.checked).toBeUndefined();
  const late = async () => ({ items: [], answered: ['corpus'], failed: [{ source: 'context' }] });
  expect((await outcome({ retrieve: late, context: true }, statement))?.checked).toBe(false);
});

it.each([
  ['', 'corpus', 'local'],
  ['A tower in Paris was planned in 1884. ', 'corpus', 'judge-1'],
  ['A tower in Paris was planned in 1884. ', 'context', 'local'],
])(
  'where the text before a claim (%j) says what it is about, unless the request brought the evidence (%s)',
  async (before, source, by) => {
    const text = 'The tower was completed in 1889.';
    const item = itemOf('In 1889 the tower was completed.', {
      source,
      ...(source === 'context' && { passage: 0 }),
    });
    const verifier = openTestVerifier(simulateJudge(agreeable), {
      local: fakeJudge(() => SUPPORTS),
      retrieve: async () => found(item),
    });
    const surroundings = { text: `${before}${text}`, question: '' };
    verifier.add(claimOf(text, { start: before.length }), { surroundings: () => surroundings });
    const [claim] = (await verifier.finish()).claims;
    expect([claim?.verdict, claim?.judged_by]).toEqual(['supported', by]);
  },
);
