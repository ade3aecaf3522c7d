/** Opens what reads the meaning of passages and questions, as config says. */
import path from 'node:path';
import { openEmbedder, SHIPPED_EMBEDDER } from '../../engine/vectors/open-embedder.ts';
import type { Config } from '../config/read-config.ts';
import type { MeaningOptions } from '../store/corpus/search-meaning.ts';

export interface OpenMeaning extends MeaningOptions {
  close(): void;
}

/**
 * Loads nothing before something is read.
 *
 * @param onFault called where the model is there and cannot be loaded, with why.
 * @param isBackground whether others are served meanwhile, who go first.
 * @returns `undefined` where config does not want it, or this installation lacks it.
 */
export function openMeaning(
  { retrieval }: Pick<Config, 'retrieval'>,
  onFault: (why: string) => void,
  isBackground = true,
): OpenMeaning | undefined {
  if (!retrieval.vectors) return undefined;
  const { model = SHIPPED_EMBEDDER, threads, wait } = retrieval;
  const embedder = openEmbedder({ folder: path.resolve(model), threads, isBackground }, onFault);
  return embedder.isReady() ? { embedder, patience: wait, close: embedder.close } : undefined;
}
