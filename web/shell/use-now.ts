import { useEffect, useState } from 'react';

/** @returns the time, anew each second while it matters. */
export function useNow(ticking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!ticking) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}

/**
 * @param time Unix milliseconds.
 * @returns the seconds until then by the clock, so that a computer that slept is not behind.
 */
export function useSecondsUntil(time = 0): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, time - now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another time may come long after the last tick.
  useEffect(() => setNow(Date.now()), [time]);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left, 1_000));
    return () => clearTimeout(timer);
  });
  return Math.ceil(left / 1_000);
}
