/** What reads meaning in measurements: as shipped, but that a busy machine changes nothing of what is found. */
import { cpus } from 'node:os';
import { openEmbedder, SHIPPED_EMBEDDER } from '../src/engine/vectors/open-embedder.ts';

/** Milliseconds that a question may wait for its vector. */
const PATIENCE = 600_000;

export function openBenchMeaning() {
  const threads = cpus().length;
  const embedder = openEmbedder({ folder: SHIPPED_EMBEDDER, isBackground: false, threads });
  return { embedder, patience: PATIENCE, close: embedder.close };
}
