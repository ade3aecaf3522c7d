/** Has pairs scored by a server: one request at a time for each lane. */
import type { Lane } from '../open-lane.ts';
import type { PairScore } from '../pair-scorer.ts';
import { readScores, type ScoringRules, UnreadableScores, writeQuestion } from './read-scores.ts';

export interface ScoringServer extends ScoringRules {
  /**
   * Sends a body.
   *
   * @throws Error where there is no reply in time; its message has no key.
   */
  readonly send: (
    body: string,
    signal: AbortSignal,
  ) => Promise<{ readonly status: number; readonly text: string }>;
}

/** @param onFailure called where no scores came, with why; the pairs are not scored. */
export function openServerLane(server: ScoringServer, onFailure: (why: string) => void): Lane {
  const closing = new AbortController();
  let isBusy = false;
  return {
    isBusy: () => isBusy,
    async read(pairs): Promise<readonly PairScore[] | undefined> {
      isBusy = true;
      try {
        const { status, text } = await server.send(writeQuestion(pairs, server), closing.signal);
        if (status !== 200) throw new UnreadableScores(`it answers with status ${status}`);
        return readScores(text, pairs.length, server);
      } catch (error) {
        const why = error instanceof UnreadableScores ? error.message : 'it does not answer';
        if (!closing.signal.aborted) onFailure(`the server that scores pairs: ${why}`);
        return undefined;
      } finally {
        isBusy = false;
      }
    },
    close: () => closing.abort(),
  };
}
