/** Reads texts in processes beside this one, which load the model when it is first asked. What was read is kept by content. */
import { createHash } from 'node:crypto';
import { constants } from 'node:os';
import path from 'node:path';
import type { EmbeddedPassage, Embedder, PassageVectors, TextVector } from '../corpus/vector.ts';
import { openBatches } from '../judge/open-batches.ts';
import { openLane } from '../judge/open-lane.ts';
import type { JudgeState } from '../judge/pair-scorer.ts';
import { findRuntime } from '../judge/read-folder.ts';
import { unitsOf } from './passage-units.ts';
import { type EmbedderFolder, readEmbedderFolder } from './read-embedder-folder.ts';

/** The folder of the model that ships; `src` and `dist` lie beside `models`. */
export const SHIPPED_EMBEDDER: string = path.resolve(import.meta.dirname, '../../../models/embedder');

export interface EmbedderSettings {
  readonly folder: string;
  /** Whether others are served beside it, who go first. */
  readonly isBackground: boolean;
  /** Processes that read, each with the model in memory. */
  readonly threads: number;
}

export interface OpenEmbedder extends Embedder {
  state(): JudgeState;
  close(): void;
}

const SCRIPT = new URL('./embedding-process', import.meta.url);
/** A question waits for no more than the sentences that are being read: about 5 ms each. */
const AT_ONCE = 4;
/** Sentences that may wait for each process: some ten seconds of its work. */
const MOST_WAITING = 2_048;
/** Bytes of the vectors that are kept: about 25,000. */
const KEPT = 16 * 1024 * 1024;
const BYTES_OF_A_VECTOR = 640;

/** @param onFault called where the model cannot be loaded, with why. */
export function openEmbedder(
  settings: EmbedderSettings,
  onFault: (why: string) => void = () => {},
): OpenEmbedder {
  const { folder, isBackground, threads } = settings;
  // Not as low as the judge's: what it reads is waited for before an answer begins.
  const priority = isBackground ? constants.priority.PRIORITY_BELOW_NORMAL : undefined;
  const described = describe(folder);
  const prefixes = described?.prefixes ?? { question: '', passage: '' };
  const batches = openBatches<string, TextVector>({
    state: described === undefined ? 'absent' : 'ready',
    lanes: threads,
    atOnce: AT_ONCE,
    mostWaiting: MOST_WAITING * threads,
    kept: KEPT,
    // Not the text itself: it is longer than its vector.
    keyOf: (text) => createHash('sha256').update(text).digest('latin1'),
    sizeOf: () => BYTES_OF_A_VECTOR,
    openLane: (events) => openLane({ script: SCRIPT, folder, priority, ...events }),
    onFault,
  });
  const asQuestion = (text: string): string => prefixes.question + text;
  const asPassage = (passage: EmbeddedPassage): readonly string[] =>
    unitsOf(passage).map((unit) => prefixes.passage + unit);
  return {
    model: described?.fingerprint ?? 0,
    state: batches.state,
    isReady: () => batches.state() === 'ready',
    knownQuestion: (text) => batches.known(asQuestion(text)),
    knownPassage: (passage) => whole(asPassage(passage).map(batches.known)),
    readQuestion: async (text, signal) => (await batches.read([asQuestion(text)], signal, true))[0],
    async readPassages(passages, signal) {
      const units = passages.map(asPassage);
      const read = await batches.read(units.flat(), signal);
      let at = 0;
      return units.map(({ length }) => {
        at += length;
        return whole(read.slice(at - length, at));
      });
    },
    close: batches.close,
  };
}

function whole(vectors: readonly (TextVector | undefined)[]): PassageVectors | undefined {
  return vectors.includes(undefined) ? undefined : (vectors as PassageVectors);
}

function describe(folder: string): EmbedderFolder | undefined {
  try {
    findRuntime();
    return readEmbedderFolder(folder);
  } catch {
    return undefined;
  }
}
