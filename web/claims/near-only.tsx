import { type ReactElement, type ReactNode, startTransition, useEffect, useRef, useState } from 'react';

/** How far outside of what is seen something is made ready. */
const AHEAD = '1200px';

/**
 * Draws a part of something long in full once it comes near what is seen, and what stands in for it until then.
 * @param now it is wanted in full wherever it is.
 */
export function NearOnly({
  as: Element = 'div',
  className,
  now = false,
  away,
  children,
}: {
  as?: 'div' | 'span';
  className?: string | undefined;
  now?: boolean;
  away: ReactNode;
  children: () => ReactNode;
}): ReactElement {
  const place = useRef<HTMLElement>(null);
  const [near, setNear] = useState(now);
  if (now && !near) setNear(true);
  useEffect(() => {
    const element = place.current;
    if (near || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // It is not seen yet: what somebody does meanwhile goes first.
        if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setNear(true));
      },
      { root: scrollerOf(element), rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near]);
  return (
    <Element ref={place as never} className={className}>
      {near ? children() : away}
    </Element>
  );
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  let at = element.parentElement;
  while (at !== null && !/auto|scroll/.test(getComputedStyle(at).overflowY)) at = at.parentElement;
  return at;
}
