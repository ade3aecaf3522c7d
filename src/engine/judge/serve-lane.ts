/** What runs in a process of `openLane`: it reads what it is sent, one batch after another, and ends with the one that started it. */
import { ModelFolderError } from './read-folder.ts';

export type FromLane<Out> =
  /** The model cannot be loaded, and why. */
  | { readonly unusable: string }
  /** Of the batch that was sent; absent where the model failed on it. */
  | { readonly results: readonly Out[] | undefined };

/** @param load makes what reads a batch, in order, with the model of the folder. */
export function serveLane<In, Out>(
  load: (folder: string) => Promise<(batch: readonly In[]) => Promise<readonly Out[]>>,
): void {
  const send = (message: FromLane<Out>): void => {
    if (process.connected) process.send?.(message);
  };
  const loading = load(process.argv[2] as string);
  loading.catch((error: Error) =>
    send({ unusable: error instanceof ModelFolderError ? error.message : error.name }),
  );
  process.on('disconnect', () => process.exit());
  process.on('message', (batch: readonly In[]) => {
    loading
      .then((read) => read(batch))
      .then((results) => send({ results }))
      .catch(() => send({ results: undefined }));
  });
}
