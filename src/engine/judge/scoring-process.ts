/** A process that holds the model and scores what it is sent, one batch after another. It ends with the one that started it. */
import { loadModel } from './load-model.ts';
import type { Pair, PairScore } from './pair-scorer.ts';
import { ModelFolderError } from './read-folder.ts';

export type FromLane =
  /** The model cannot be loaded, and why. */
  | { readonly unusable: string }
  /** Of the batch that was sent; absent where the model failed on it. */
  | { readonly scores: readonly PairScore[] | undefined };

const send = (message: FromLane): void => {
  if (process.connected) process.send?.(message);
};

const loading = loadModel(process.argv[2] as string);
loading.catch((error: Error) =>
  send({ unusable: error instanceof ModelFolderError ? error.message : error.name }),
);

process.on('disconnect', () => process.exit());
process.on('message', (pairs: readonly Pair[]) => {
  loading
    .then((model) => model.score(pairs))
    .then((scores) => send({ scores }))
    .catch(() => send({ scores: undefined }));
});
