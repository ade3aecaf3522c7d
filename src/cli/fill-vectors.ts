/** Gives the corpus's passages their vectors, by which they are found by what they mean. */
import type { Corpus } from '../gateway/store/corpus/corpus.ts';
import { describeTime } from './add-progress.ts';
import { count } from './count.ts';
import { openStatusLine } from './status-line.ts';
import type { Terminal } from './terminal.ts';

/**
 * Reads the passages that have no vector yet. It may be interrupted: what has been read stays, and the next time it goes on
 * there. Passages without one are found by their words all the same.
 *
 * @returns how many got a vector; `undefined` where config does not want vectors, or nothing here can read texts.
 */
export async function fillVectors(
  { stderr, now, onInterrupt }: Pick<Terminal, 'stderr' | 'now' | 'onInterrupt'>,
  corpus: Corpus,
): Promise<number | undefined> {
  const status = openStatusLine(stderr);
  const began = now();
  let first: number | undefined;
  try {
    const done = await corpus.fillVectors(onInterrupt(), {
      onWritten(written, all) {
        first ??= written;
        const left = describeTime(((now() - began) * (all - written)) / Math.max(1, written - first));
        const behind = written > first ? `, ${left} left` : '';
        status.show(
          `${written.toLocaleString('en')} of ${count(all, 'passage')} read for what they mean${behind}`,
        );
      },
      onFiled: (passages) => status.show(`${count(passages, 'passage')} filed by what they mean`),
      onIndex: () => status.show('Making the index of what passages mean'),
    });
    if (done !== undefined && done.missing > 0) {
      status.stderr.write(
        `${count(done.missing, 'passage')} could not be read for what they mean, and are found by their words alone; ` +
          'claimgate corpus vectors tries again.\n',
      );
    }
    if (done?.lacks !== undefined) {
      status.stderr.write(
        `${done.lacks}. Until then passages are proposed by their words, and ranked by what they mean.\n`,
      );
    }
    return done?.filled;
  } finally {
    status.end();
  }
}
