/** The process that reads documents, each in a thread. It ends with the one that started it. */
import { DocumentRefused } from './document.ts';
import type { FromProcess, ToProcess } from './read-in-process.ts';
import { openThreads } from './read-in-thread.ts';

const threads = openThreads();
const open = new Map<number, AbortController>();

process.on('disconnect', () => process.exit());
process.on('message', async ({ id, given }: ToProcess) => {
  if (given === undefined) return open.get(id)?.abort();
  const controller = new AbortController();
  open.set(id, controller);
  const answer = await threads.read(given, controller.signal).then(
    (document): FromProcess => ({ id, document }),
    (error): FromProcess => ({ id, ...(error instanceof DocumentRefused ? { refused: error.message } : {}) }),
  );
  open.delete(id);
  if (process.connected) process.send?.(answer);
});
