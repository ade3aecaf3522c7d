/**
 * Verification as users meet it, without a model: the gateway over HTTP, the documents of each set in its corpus,
 * and in the provider's place an oracle that says the right verdict where it is shown a sentence that decides.
 */

import { bareText } from '../../src/text/words-of.ts';
import { furtherQueries } from './ask-further.ts';
import { formatOracle, type SetMeasured } from './format-oracle.ts';
import { type ClaimText, joinClaims, measureTexts, type Setting } from './measure-oracle.ts';
import { mixSentences } from './mixed-sentences.ts';
import { type OracleClaim, oracleClaim } from './oracle.ts';
import { openOracleGateway } from './oracle-gateway.ts';
import { startOracle } from './oracle-provider.ts';
import { readAnswers } from './read-answers.ts';
import { type GoldClaim, type GoldSet, readGoldSets } from './read-gold.ts';
import { showSet, thin } from './show-evidence.ts';

export interface OracleOptions {
  readonly data: string;
  /** The most claims of a set, evenly spread over it. */
  readonly limit: number;
  /** Names of sets; all where it is left out. */
  readonly sets?: readonly string[];
  /** How the oracle asks further, see `furtherQueries`. */
  readonly further: string;
  readonly tokenBudget?: number;
}

/** Claims of a text. */
const SIZES = [1, 5, 10, 20];
const OF_A_STREAM = 10;
/** A stream takes as long as it is written: so many claims of a set are measured in streams. */
const STREAMED = 100;
const MIXED = 60;
/** Claims of each other set that are asked of a set's documents; HealthVer's are of SciFact's matter. */
const OFF_TOPIC = 100;
const NEAR = 'HealthVer';
const WITH_ANSWERS = 'Factcheck-Bench';

/** @returns the figures as a page for readers. @throws where there is no such way to ask further. */
export async function runOracle(options: OracleOptions): Promise<string> {
  const sets = readGoldSets(options.data);
  const oracle = await startOracle();
  const measured: SetMeasured[] = [];
  try {
    for (const set of sets) {
      if (options.sets?.includes(set.name) === false) continue;
      const others = sets
        .filter((other) => other !== set && other.name !== NEAR)
        .flatMap(({ claims }) => thin(claims, Math.min(OFF_TOPIC, options.limit)));
      const began = performance.now();
      measured.push(await measureSet(set, others, options, oracle));
      console.error(`${set.name}: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    }
  } finally {
    await oracle.stop();
  }
  return formatOracle(measured, options.further);
}

async function measureSet(
  set: GoldSet,
  others: readonly GoldClaim[],
  { data, limit, further, tokenBudget }: OracleOptions,
  oracle: Setting['oracle'],
): Promise<SetMeasured> {
  const unlike = mergeSame(set.claims);
  const gold = thin(unlike, Math.min(limit, unlike.length));
  const claims = gold.map(known);
  const { on } = await showSet({ ...set, claims: gold }, []);
  const gateway = await openOracleGateway(set.documents, oracle.url, tokenBudget);
  try {
    const askFurther = furtherQueries(
      further,
      set.documents.map(({ text }) => text),
    );
    const setting: Setting = { oracle, gateway, askFurther, reads: false };
    const measure = (texts: readonly ClaimText[], rest: Partial<Setting> = {}) =>
      measureTexts(texts, { ...setting, ...rest });

    const texts = [];
    for (const size of SIZES) texts.push({ size, ...(await measure(joinClaims(claims, size))) });
    const some = thin(claims, Math.min(STREAMED, claims.length));
    const streamed = await measure(joinClaims(some, OF_A_STREAM), { streams: true });
    const offTopic = await measure(joinClaims(others.map(known), 1), { askFurther: () => [] });
    const mixed = await measure(mixSentences(claims, set.undecided, Math.min(MIXED, limit)), { reads: true });
    const answers = set.name === WITH_ANSWERS ? readAnswers(data, unlike.map(known)) : [];
    return {
      name: set.name,
      on,
      texts,
      streamed,
      offTopic,
      mixed: mixed.followed,
      answers: (await measure(answers)).followed,
      answersRead: (await measure(answers, { reads: true })).followed,
    };
  } finally {
    await gateway.stop();
  }
}

/** One claim of those that read the same; what is supported by one row and refuted by another has no right verdict. */
function mergeSame(claims: readonly GoldClaim[]): GoldClaim[] {
  const rows = Map.groupBy(claims, ({ text }) => bareText(text));
  return [...rows.values()].flatMap(([first, ...rest]) =>
    first === undefined || rest.some(({ verdict }) => verdict !== first.verdict)
      ? []
      : [{ ...first, gold: [first, ...rest].flatMap(({ gold }) => gold) }],
  );
}

function known({ text, verdict, gold }: GoldClaim): OracleClaim {
  return oracleClaim(text, verdict, gold.flat());
}
