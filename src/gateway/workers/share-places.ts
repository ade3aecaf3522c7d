/**
 * The places for open requests of all workers. The primary has them; a worker takes several at a time, so that most
 * requests find one without a question. Never more are taken than there are.
 */
import type { Places } from '../http/server/capacity.ts';

/** How the primary grants places to its workers. */
export type PlaceGrants = ReturnType<typeof createPlaceGrants>;

/** @param most places of all workers together. */
export function createPlaceGrants(most: number) {
  let all = most;
  let free = most;
  return {
    get isFull() {
      return free <= 0;
    },
    /** From now on there are so many: those beyond that are taken are left, and not given again. */
    resize(next: number): void {
      free += next - all;
      all = next;
    },
    /** The grants of one worker. */
    lend() {
      let granted = 0;
      const giveBack = (count: number): void => {
        granted -= count;
        free += count;
      };
      return {
        /** @returns how many of so many places it gets. */
        grant(count: number): number {
          const given = Math.max(0, Math.min(count, free));
          giveBack(-given);
          return given;
        },
        giveBack,
        /** The worker has ended. */
        end: (): void => giveBack(granted),
      };
    },
  };
}

/**
 * A worker's places.
 * @param atOnce how many it takes, and keeps, beyond what it needs; 0 where there are too few for that.
 * @param grant asks for places; resolves with how many there were.
 * @param giveBack gives places back that are not needed.
 */
export function askForPlaces(
  atOnce: number,
  grant: (count: number) => Promise<number>,
  giveBack: (count: number) => void,
): Places {
  let free = 0;
  let asking = false;
  const waiting: ((hasPlace: boolean) => void)[] = [];

  const ask = async (): Promise<void> => {
    asking = true;
    while (waiting.length > 0) {
      const wanted = waiting.length + atOnce;
      const given = await grant(wanted).catch(() => 0);
      free += given;
      // Those that came while it asked are for the next question, unless there is nothing left.
      const answered = given < wanted ? waiting.length : Math.min(waiting.length, free);
      for (const tell of waiting.splice(0, answered)) {
        const hasPlace = free > 0;
        if (hasPlace) free--;
        tell(hasPlace);
      }
    }
    asking = false;
    giveSurplusBack();
  };
  const giveSurplusBack = (): void => {
    if (asking || free <= 2 * atOnce) return;
    giveBack(free - atOnce);
    free = atOnce;
  };

  return {
    take() {
      if (free > 0 && waiting.length === 0) {
        free--;
        return true;
      }
      return new Promise((resolve) => {
        waiting.push(resolve);
        if (!asking) void ask();
      });
    },
    leave() {
      free++;
      giveSurplusBack();
    },
    // Only the primary knows.
    isFull: false,
  };
}
