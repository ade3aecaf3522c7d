/** Runs in the page: counts its frames. Each function is handed over as text, and must stand alone. */
import type { Page } from 'playwright-core';

export interface Frames {
  readonly perSecond: number;
  /** Milliseconds between two frames: the middle, the 99th of a hundred, the longest. */
  readonly middle: number;
  readonly p99: number;
  readonly longest: number;
}

interface Watch {
  times: number[];
  going: boolean;
}

type WatchedWindow = Window & { watchedFrames?: Watch };

export async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watch = { times: [] as number[], going: true };
    (window as WatchedWindow).watchedFrames = watch;
    const tick = (now: number): void => {
      watch.times.push(now);
      if (watch.going) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
}

/** @param last only the frames of so many of the last milliseconds. */
export async function readFrames(page: Page, last = Number.POSITIVE_INFINITY): Promise<Frames> {
  const all = await page.evaluate(() => (window as WatchedWindow).watchedFrames?.times ?? []);
  const end = all.at(-1) ?? 0;
  const times = all.filter((time) => end - time <= last);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  gaps.sort((a, b) => a - b);
  const at = (share: number): number => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * share))] ?? 0;
  return {
    perSecond: (gaps.length / (end - (times[0] ?? 0))) * 1_000,
    middle: at(0.5),
    p99: at(0.99),
    longest: gaps.at(-1) ?? 0,
  };
}

export async function stopWatching(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { watchedFrames } = window as WatchedWindow;
    if (watchedFrames !== undefined) watchedFrames.going = false;
  });
}
