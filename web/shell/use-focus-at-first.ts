import { useEffect, useEffectEvent } from 'react';

/**
 * Focuses what a view is for, with the frame after it was drawn: a focus has the browser lay the view out at once, and
 * the frame does so anyway.
 */
export function useFocusAtFirst(find: () => HTMLElement | null | undefined): void {
  const focus = useEffectEvent(() => find()?.focus({ preventScroll: true }));
  useEffect(() => {
    const frame = requestAnimationFrame(() => focus());
    return () => cancelAnimationFrame(frame);
  }, []);
}
