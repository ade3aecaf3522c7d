/** A reader that lies, over each provider's wire: nothing that it made up reaches a caller, and what is right does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Claim, FactCheckMetadata } from '../../src/domain/claim.ts';
import { verdictsOf } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { LIES } from '../../src/engine/factcheck/judge/lies-in-tests.ts';
import { PARTS, WRONG_PARTS } from '../../src/engine/factcheck/parts-in-tests.ts';
import { readingOf } from '../../src/engine/factcheck/read/reader-in-tests.ts';
import { READINGS } from '../../src/engine/factcheck/read/readings-in-tests.ts';
import { type JudgingProvider, startJudgingProvider } from '../harness/judging-provider.ts';
import { envFor, PROVIDERS, WIRES } from '../harness/provider-wires.ts';
import { readJson } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

/** What the reader says of a claim, and what the response must have of it. */
interface Told {
  readonly kind: string;
  readonly before: string;
  readonly claim: string;
  readonly reading: string;
  readonly parts: readonly string[];
  readonly check: (claim: Claim) => void;
}

const LIED: readonly Told[] = [
  ...Object.entries(LIES).flatMap(([kind, cases]) =>
    cases.map(([before, claim, reading]) => ({
      ...{ kind, before, claim, reading },
      parts: kind === 'says less' ? [] : [reading, reading.replace('.', ' .')],
      check(listed: Claim) {
        expect(listed, reading).not.toHaveProperty('reading');
        expect(listed, reading).not.toHaveProperty('parts');
      },
    })),
  ),
  ...WRONG_PARTS.map(([before, claim, parts, wrong]) => ({
    ...{ kind: 'a wrong part', before, claim, reading: '', parts },
    check: ({ parts: listed = [] }: Claim) => expect(listed.map(({ text }) => text)).not.toContain(wrong),
  })),
];
const RIGHT: readonly Told[] = [
  ...READINGS.map(([before, claim, reading]) => ({
    ...{ kind: 'a reading', before, claim, reading, parts: [] },
    check: (listed: Claim) => expect(listed).toMatchObject({ reading }),
  })),
  ...PARTS.map(([before, claim, parts]) => ({
    ...{ kind: 'parts', before, claim, reading: '', parts },
    check: (listed: Claim) => expect(listed).toMatchObject({ parts: parts.map((text) => ({ text })) }),
  })),
];

let provider: JudgingProvider;
let gateway: Gateway;
beforeAll(async () => {
  provider = await startJudgingProvider();
  gateway = await startGateway({
    env: envFor(provider),
    yaml: 'plans: { default: enterprise }\nfact_check: { verify_deadline: 60000, judge_timeout: 60000 }',
  });
});
afterAll(() => Promise.all([gateway.stop(), provider.stop()]));

/** Cases whose texts differ: what was read is kept by its text. */
function inRounds(all: readonly Told[]): Told[][] {
  const rounds: Told[][] = [];
  const seen = new Map<string, number>();
  for (const one of all) {
    const round = seen.get(textOf(one)) ?? 0;
    seen.set(textOf(one), round + 1);
    rounds[round] = [...(rounds[round] ?? []), one];
  }
  return rounds;
}

const textOf = ({ before, claim }: Told): string => `${before} ${claim}`.trim();
const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** Sends each case as a text of its own, all at the same time. @returns those that the reader was asked about. */
async function tell(all: readonly Told[], name: (typeof PROVIDERS)[number], key: string): Promise<Told[]> {
  const byText = new Map(all.map((one) => [oneLine(textOf(one)), one]));
  const asked: Told[] = [];
  provider.reset();
  provider.judge(({ blocks }) =>
    blocks.flatMap((block) => verdictsOf(block, () => ({ verdict: 'not_enough_evidence', evidence: [] }))),
  );
  provider.read(({ passages }) =>
    passages.flatMap(({ text, claims }) => {
      const one = byText.get(text);
      const its = claims.at(-1);
      if (one === undefined || its === undefined) return [];
      asked.push(one);
      return [readingOf(its.number, one.reading, one.parts)];
    }),
  );
  const listed = await Promise.all(
    all.map(async (one) => {
      const fields = { api_key: key, model: WIRES[name].model, text: textOf(one), mode: 'verify' };
      const response = await gateway.post('/v1/claims', fields);
      const { fact_check_metadata: metadata } = await readJson<{ fact_check_metadata: FactCheckMetadata }>(
        response,
      );
      return metadata.claims.at(-1);
    }),
  );
  for (const [at, one] of all.entries()) if (asked.includes(one)) one.check(listed[at] as Claim);
  return asked;
}

describe.each(PROVIDERS)('%s', (name) => {
  it.each([
    ['no lie is used', LIED],
    ['what is right is used', RIGHT],
  ] as const)('%s', async (what, all) => {
    const asked: Told[] = [];
    for (const [at, round] of inRounds(all).entries()) {
      asked.push(...(await tell(round, name, `sk-${name}-${what.length}-${at}`)));
    }
    // Questions are no claims.
    const kinds = new Set(all.map(({ kind }) => kind).filter((kind) => !kind.includes('question')));
    expect(kinds.difference(new Set(asked.map(({ kind }) => kind)))).toEqual(new Set());
  });
});
