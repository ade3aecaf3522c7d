import { type RefObject, useEffect, useRef, useState } from 'react';

interface SideScroll<T extends HTMLElement> {
  readonly ref: RefObject<T | null>;
  readonly tabIndex?: number;
  readonly role?: string;
  readonly 'aria-label'?: string;
}

/** For what scrolls sideways where it is too wide: there, and only there, it is reached by keyboard and has a name. */
export function useSideScroll<T extends HTMLElement>(label: string): SideScroll<T> {
  const ref = useRef<T>(null);
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWide(element.scrollWidth > element.clientWidth + 1));
    for (const watched of [element, ...element.children]) observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return { ref, ...(wide ? { tabIndex: 0, role: 'group', 'aria-label': label } : {}) };
}
