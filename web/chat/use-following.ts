import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  type WheelEvent,
} from 'react';

/** Pixels from the end at which a reader who scrolls down has reached it. */
const NEAR = 48;
const KEYS_UP = ['PageUp', 'Home', 'ArrowUp'];
/** Milliseconds for which a browser may still be gliding up when the reader asks for the end. */
const GLIDE = 700;

interface Following {
  readonly ref: RefObject<HTMLElement | null>;
  /** Scrolls to the end, where the reader asks for it, and stays there. */
  goToEnd(): void;
  onScroll(): void;
  onWheel(event: WheelEvent): void;
  onKeyDown(event: KeyboardEvent): void;
  onTouchStart(): void;
  onTouchEnd(): void;
  onTouchCancel(): void;
}

/**
 * Keeps a scrolling element at its end, whatever grows and however late. Only the reader ends that, by scrolling up;
 * being away from the end says nothing, as text may have grown since the element was scrolled there.
 *
 * @param onAway must stay the same.
 */
export function useFollowing({
  follow,
  conversation,
  onAway,
}: {
  follow: boolean;
  conversation: string;
  onAway: (away: boolean) => void;
}): Following {
  const ref = useRef<HTMLElement>(null);
  const following = useRef(true);
  const before = useRef({ top: 0, height: 0, shown: 0 });
  /** A finger that lies on the text is not pulled along. */
  const held = useRef(false);
  /** Until then, moves up are of a key that was pressed before. */
  const glidesUntil = useRef(0);

  const setFollowing = useCallback(
    (now: boolean): void => {
      following.current = now;
      onAway(!now);
      // The browser's own way of keeping the place moves the element too, and would look like the reader.
      if (ref.current !== null) ref.current.style.overflowAnchor = now ? 'none' : '';
    },
    [onAway],
  );
  const toEnd = useCallback((): void => {
    const element = ref.current;
    if (element === null) return;
    setFollowing(true);
    element.scrollTop = element.scrollHeight;
    before.current = placeOf(element);
  }, [setFollowing]);

  // Another conversation is shown from its end: with the next frame, which lays it out anyway.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `conversation` is what it is about.
  useLayoutEffect(() => {
    setFollowing(true);
    const frame = requestAnimationFrame(toEnd);
    return () => cancelAnimationFrame(frame);
  }, [conversation, setFollowing, toEnd]);
  useEffect(() => {
    if (follow) toEnd();
  }, [follow, toEnd]);
  useEffect(() => {
    const element = ref.current;
    const inner = element?.firstElementChild;
    if (element == null || inner == null) return;
    const observer = new ResizeObserver(() => {
      if (following.current && !held.current) toEnd();
      else before.current = { ...before.current, height: element.scrollHeight };
    });
    observer.observe(inner);
    observer.observe(element);
    return () => observer.disconnect();
  }, [toEnd]);

  const goToEnd = useCallback((): void => {
    glidesUntil.current = performance.now() + GLIDE;
    toEnd();
  }, [toEnd]);
  const goUp = (): void => {
    glidesUntil.current = 0;
    setFollowing(false);
  };
  const scrolls = (): boolean => (ref.current?.scrollTop ?? 0) > 0;
  const release = (): void => {
    held.current = false;
    if (following.current) toEnd();
  };
  return {
    ref,
    goToEnd,
    onScroll() {
      const element = ref.current;
      if (element === null) return;
      const now = placeOf(element);
      const { top, height, shown } = before.current;
      before.current = now;
      // What gets shorter, or is shown in a higher window, is moved by the browser, and no further than that.
      const byBrowser = Math.max(0, height - now.height) + Math.max(0, now.shown - shown);
      if (top - now.top > byBrowser) {
        if (performance.now() < glidesUntil.current) toEnd();
        else setFollowing(false);
      }
      // The end is the one that was seen: text has grown since.
      else if (now.top > top && height - now.top - now.shown < NEAR) toEnd();
    },
    onWheel({ deltaY, ctrlKey }) {
      if (deltaY < 0 && !ctrlKey && scrolls()) goUp();
    },
    onKeyDown({ key, shiftKey, target }) {
      if ((target as Element).matches('input, textarea')) return;
      const up = KEYS_UP.includes(key) || (key === ' ' && shiftKey);
      if (up && scrolls()) goUp();
      // Browsers glide to where the end was when the key was pressed.
      else if (key === 'End') goToEnd();
    },
    onTouchStart() {
      held.current = true;
    },
    onTouchEnd: release,
    onTouchCancel: release,
  };
}

function placeOf({ scrollTop: top, scrollHeight: height, clientHeight: shown }: HTMLElement) {
  return { top, height, shown };
}
