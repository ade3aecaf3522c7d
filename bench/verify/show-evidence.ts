/**
 * How much of the evidence that decides a claim reaches the judge, and where the rest is lost: retrieval and the
 * choice of items as the gateway does them, over a corpus of each set's documents. No judge is asked.
 */

import { ApiKey } from '../../src/domain/api-key.ts';
import { chooseItems } from '../../src/engine/factcheck/choose/choose-items.ts';
import { fenceBlock } from '../../src/engine/factcheck/choose/fence-evidence.ts';
import { readStarterEntries } from '../../src/engine/factcheck/sources/starter/read-entries.ts';
import { splitSentences } from '../../src/engine/text/split-sentences.ts';
import { readConfig } from '../../src/gateway/config/read-config.ts';
import type { MeaningOptions } from '../../src/gateway/store/corpus/search-meaning.ts';
import { openEvidence } from '../../src/gateway/wiring/open-evidence.ts';
import { fill, withStore } from '../retrieval/measure-store.ts';
import { mean, quantile } from '../retrieval/ndcg.ts';
import { type GoldClaim, type GoldSet, mergeSame, readGoldSets } from './read-gold.ts';
import { toClaim } from './verify-set.ts';

/** Documents that are looked through for evidence that the corpus has found at all. */
const FAR = 100;
/** Claims of each other set that are asked of a set's documents; HealthVer's are of SciFact's matter. */
const OFF_TOPIC = 100;
const NEAR = 'HealthVer';

export interface Shown {
  readonly found: boolean;
  readonly retrieved: boolean;
  readonly shown: boolean;
  /** UTF-16 units of the claim's block in the judge's prompt. */
  readonly block: number;
  readonly milliseconds: number;
}

/**
 * @param data the folder of the sets.
 * @param meaning what reads the meaning of passages; they are found by words alone where it is absent.
 */
export async function formatShown(data: string, meaning?: MeaningOptions): Promise<string> {
  const sets = readGoldSets(data).map((set) => ({ ...set, claims: mergeSame(set.claims) }));
  const rows: string[] = [];
  const off: number[] = [];
  const blocks: number[] = [];
  for (const set of sets) {
    const others = sets
      .filter((other) => other !== set && other.name !== NEAR)
      .flatMap(({ claims }) => thin(claims, OFF_TOPIC));
    const { on, withEvidence } = await showSet(set, others, meaning);
    const share = (pick: (one: Shown) => boolean) => mean(on.map((one) => Number(pick(one)))).toFixed(3);
    off.push(withEvidence);
    blocks.push(...on.map(({ block }) => block));
    const half = quantile(
      on.map(({ block }) => block),
      0.5,
    );
    const time = quantile(
      on.map(({ milliseconds }) => milliseconds),
      0.5,
    ).toFixed(1);
    rows.push(
      `| ${set.name} | ${set.documents.length} | ${on.length} | ${share((one) => one.found)} | ${share((one) => one.retrieved)} | ${share((one) => one.shown)} | ${withEvidence.toFixed(3)} | ${half} | ${time} |`,
    );
  }
  return [
    'The share of claims of which a sentence that decides them is in a document among the first hundred that the corpus',
    `finds, is in a passage that is retrieved, is shown to the judge; the share of claims of the other sets, which the`,
    `documents do not decide, that are shown any evidence (${mean(off).toFixed(3)} over the sets); and, as medians, UTF-16 units of a`,
    `claim's block in the judge's prompt (${quantile(blocks, 0.5)} over all claims) and milliseconds of retrieval and choice.`,
    'The starter corpus is asked as well, as in every gateway. Nothing about the choice was set on HealthVer, whose claims',
    'share few words with their evidence.',
    '',
    '| set | documents | claims | found | retrieved | shown | shown off topic | block | ms |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

export async function showSet(
  { documents, claims }: GoldSet,
  others: readonly GoldClaim[],
  meaning?: MeaningOptions,
) {
  return withStore({ meaning }, async (store) => {
    await fill(store.corpus, documents);
    await store.corpus.fillVectors(new AbortController().signal);
    const evidence = openEvidence({
      config: readConfig({}),
      store,
      secret: 'of the measurement',
      starter: readStarterEntries(),
      watch: {},
      now: Date.now,
    });
    const { retrieve } = evidence.retrieveFor({
      key: ApiKey.parse('of-the-measurement')!,
      sandbox: true,
      accepted: () => false,
      mayReadOwn: () => true,
    });
    const look = async (text: string) => {
      const { items } = await retrieve(toClaim({ id: 'claim', text }), new AbortController().signal);
      return { items, chosen: chooseItems(text, items) };
    };
    const texts = new Map(documents.map(({ id, text }) => [id, text]));
    const on: Shown[] = [];
    for (const { text, gold } of claims) {
      const began = performance.now();
      const { items, chosen } = await look(text);
      const milliseconds = performance.now() - began;
      const sentences = gold.flat().flatMap(sentencesOf);
      const holds = (some: readonly string[]) =>
        some.map(squeeze).some((one) => sentences.some((sentence) => one.includes(sentence)));
      const far = await store.corpus.search(text, FAR);
      on.push({
        found: holds(far.map(({ id }) => texts.get(id)!)),
        retrieved: holds(items.map(({ item }) => item.text)),
        shown: holds(chosen.map(({ excerpt }) => excerpt)),
        block: fenceBlock({ claim: text, parts: [], items: chosen, final: false }, 1, 1, '0123456789abcdef')
          .length,
        milliseconds,
      });
    }
    let shown = 0;
    for (const { text } of others) if ((await look(text)).chosen.length > 0) shown += 1;
    await evidence.close();
    return { on, withEvidence: shown / Math.max(1, others.length) };
  });
}

function sentencesOf(text: string): string[] {
  return splitSentences(text).map(({ start, end }) => squeeze(text.slice(start, end)));
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

export function thin<T>(all: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]!);
}
