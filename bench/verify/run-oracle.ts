/**
 * Verification as users meet it, without a model: the gateway over HTTP, the documents of each set in its corpus,
 * and in the provider's place an oracle that says the right verdict where it is shown a sentence that decides.
 */

import type { CorpusDocument } from '../../src/engine/corpus/document.ts';
import { bareText } from '../../src/engine/text/words-of.ts';
import { openBenchMeaning } from '../open-bench-meaning.ts';
import { furtherQueries } from './ask-further.ts';
import { type AnswersMeasured, formatOracle, type SetMeasured } from './format-oracle.ts';
import {
  type ClaimText,
  joinClaims,
  type Measured,
  measureTexts,
  type Oracle,
  type Setting,
} from './measure-oracle.ts';
import { mixSentences } from './mixed-sentences.ts';
import { type OracleClaim, oracleClaim, undecidedClaim } from './oracle.ts';
import { openOracleGateway } from './oracle-gateway.ts';
import { startOracle } from './oracle-provider.ts';
import { readAnswers } from './read-answers.ts';
import { type GoldClaim, type GoldSet, mergeSame, readGoldSets } from './read-gold.ts';
import { showSet, thin } from './show-evidence.ts';

export interface OracleOptions {
  readonly data: string;
  /** The most claims of a set, evenly spread over it. */
  readonly limit: number;
  /** How the names of sets begin; all where it is left out. */
  readonly sets?: readonly string[];
  /** How the oracle asks further, see `furtherQueries`. */
  readonly further: string;
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
  const rows = readGoldSets(options.data);
  // What one row supports and another refutes has no right verdict.
  const all = rows.map((set) => ({
    ...set,
    claims: mergeSame(set.claims).filter(({ disputed }) => !disputed),
  }));
  const oracle = await startOracle();
  try {
    const measured: SetMeasured[] = [];
    const wanted = all.filter(({ name }) => options.sets?.some((one) => name.startsWith(one)) !== false);
    for (const set of wanted) {
      // The same as `--shown` asks.
      const others = rows
        .filter(({ name }) => name !== set.name && name !== NEAR)
        .flatMap(({ claims }) => thin(claims, Math.min(OFF_TOPIC, options.limit)));
      const began = performance.now();
      const one = await measureSet(set, others, options, oracle);
      measured.push(one);
      const unknown = one.texts.reduce((sum, texts) => sum + texts.unknown, 0);
      const seconds = ((performance.now() - began) / 1_000).toFixed(0);
      console.error(`${set.name}: ${seconds} s; statements that are like no claim of the set: ${unknown}`);
    }
    const answered = wanted.find(({ name }) => name === WITH_ANSWERS);
    const answers = answered && (await measureAnswers(answered, all, options, oracle));
    return formatOracle(measured, options.further, answers);
  } finally {
    await oracle.stop();
  }
}

async function measureSet(
  set: GoldSet,
  others: readonly GoldClaim[],
  { limit, further }: OracleOptions,
  oracle: Oracle,
): Promise<SetMeasured> {
  const gold = thin(set.claims, Math.min(limit, set.claims.length));
  const claims = gold.map(known);
  const decided = new Set(set.claims.map(({ text }) => bareText(text)));
  const open = [...new Set(set.undecided)].filter((text) => !decided.has(bareText(text)));
  return withGateway({ oracle, documents: set.documents, further }, async (measure) => {
    const meaning = openBenchMeaning();
    const { on } = await showSet({ ...set, claims: gold }, [], meaning);
    meaning.close();
    const texts = [];
    for (const size of SIZES) texts.push({ size, ...(await measure(joinClaims(claims, size))) });
    const some = thin(claims, Math.min(STREAMED, claims.length));
    const undecided = thin(open, Math.min(limit, open.length)).map(undecidedClaim);
    const mixed = mixSentences(claims, set.undecided, Math.min(MIXED, limit));
    return {
      name: set.name,
      on,
      texts,
      streamed: await measure(joinClaims(some, OF_A_STREAM), { streams: true }),
      offTopic: await measure(joinClaims(others.map(known), 1), { askFurther: () => [] }),
      mixed: (await measure(mixed, { reads: true })).followed,
      undecided: (await measure(joinClaims(undecided, 1))).followed,
    };
  });
}

/** Among the documents of all sets: those of one alone would leave little to confuse. */
async function measureAnswers(
  { claims }: GoldSet,
  all: readonly GoldSet[],
  { data, further }: OracleOptions,
  oracle: Oracle,
): Promise<AnswersMeasured> {
  const documents = all.flatMap((set) =>
    set.documents.map((one) => ({ ...one, id: `${set.name}:${one.id}` })),
  );
  const decided = claims.map(known);
  const answers = readAnswers(data, decided);
  return withGateway({ oracle, documents, further }, async (measure) => ({
    stated: (await measure(answers)).followed,
    read: (await measure(answers, { reads: true })).followed,
    alone: (await measure(joinClaims(decided, 1))).followed,
  }));
}

interface GatewayOptions {
  readonly oracle: Oracle;
  readonly documents: readonly CorpusDocument[];
  readonly further: string;
}

async function withGateway<T>(
  { oracle, documents, further }: GatewayOptions,
  work: (measure: (texts: readonly ClaimText[], rest?: Partial<Setting>) => Promise<Measured>) => Promise<T>,
): Promise<T> {
  const askFurther = furtherQueries(
    further,
    documents.map(({ text }) => text),
  );
  const gateway = await openOracleGateway(documents, oracle.url);
  const setting: Setting = { oracle, gateway, askFurther, reads: false };
  try {
    return await work((texts, rest = {}) => measureTexts(texts, { ...setting, ...rest }));
  } finally {
    await gateway.stop();
  }
}

function known({ text, verdict, gold }: GoldClaim): OracleClaim {
  return oracleClaim(text, verdict, gold.flat());
}
