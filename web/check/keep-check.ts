/** Keeps the check that is open as it changes. */
import { type CheckParts, PARTS } from './check-rows.ts';
import { keepParts } from './check-shelf.ts';
import { entryOf, type KeptCheck } from './kept-check.ts';

/** Milliseconds after the last change. */
const PAUSE = 500;

type Open = Omit<KeptCheck, 'updated'>;

export interface Keeper {
  /** To be called after each change. */
  changed(): void;
  /** Keeps at once what has changed: another check is opened, or the page is left. */
  flush(): void;
  /** Says how a check is kept that was just read: as long as it stays so, nothing is written. */
  isKeptAs(check: Open): void;
  /** Another tab has written it: the next change is kept with all parts. */
  isWrittenElsewhere(): void;
  /** Whether it is kept as this tab has it. */
  hasWritten(id: string): boolean;
}

/** @param now the check as it is to be kept; one without text is not kept. */
export function openKeeper(now: () => Open): Keeper {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let kept: Partial<Open> = {};
  const keep = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const check = now();
    if (check.text.trim() === '') return;
    const before = kept.id === check.id ? kept : {};
    const changed = PARTS.filter((part) => !(part in before) || before[part] !== check[part]);
    if (changed.length === 0 && before.about === check.about) return;
    kept = check;
    const parts: Partial<CheckParts> = Object.fromEntries(changed.map((part) => [part, check[part]]));
    void keepParts(entryOf({ ...check, updated: Date.now() }), parts);
  };
  const flush = (): void => {
    if (timer !== undefined) keep();
  };
  globalThis.addEventListener?.('pagehide', flush);
  globalThis.document?.addEventListener('visibilitychange', flush);
  return {
    changed() {
      clearTimeout(timer);
      timer = setTimeout(keep, PAUSE);
    },
    flush,
    isKeptAs(check) {
      clearTimeout(timer);
      timer = undefined;
      kept = check;
    },
    isWrittenElsewhere() {
      kept = {};
    },
    hasWritten: (id) => kept.id === id,
  };
}
