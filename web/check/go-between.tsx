/** From a claim's mark in the text to its card in the list, from there to the mark, and back again. */
import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import {
  type KeyboardEvent,
  type ReactElement,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useMedia } from '../shell/use-media.ts';
import { texts } from '../texts.ts';

/** Below it, text and claims stand one after another. */
const NARROW = '(max-width: 1020px)';
/** Frames within which what is far away has been drawn, and stands where it stays. */
const PATIENCE = 20;

type Side = 'mark' | 'card';

interface Way {
  readonly key: string;
  readonly to: Side;
  /** Whether the focus goes there too. */
  readonly focus: boolean;
}

export interface Between {
  readonly selected: string | undefined;
  readonly chooseMark: (key: string) => void;
  readonly chooseCard: (key: string) => void;
  readonly way: Way | undefined;
  readonly goBack: () => void;
  readonly events: {
    readonly onKeyDownCapture: (event: KeyboardEvent) => void;
    readonly onPointerDownCapture: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

const OTHER = { mark: 'card', card: 'mark' } as const;

export function useBetween(): Between {
  const [way, setWay] = useState<Way>();
  const [selected, setSelected] = useState<string>();
  const byKeyboard = useRef(false);
  const choose = useCallback((to: Side, key: string) => {
    setSelected(key);
    setWay({ key, to, focus: byKeyboard.current });
  }, []);
  useEffect(() => {
    if (way !== undefined) return goTo(way);
  }, [way]);
  const goBack = useCallback(() => {
    if (way === undefined) return;
    goTo({ ...way, to: OTHER[way.to], focus: true });
    setWay(undefined);
  }, [way]);
  const events = useMemo(
    () => ({
      onKeyDownCapture: () => {
        byKeyboard.current = true;
      },
      onPointerDownCapture: () => {
        byKeyboard.current = false;
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape' && way?.focus === true) goBack();
      },
    }),
    [way, goBack],
  );
  const chooseMark = useCallback((key: string) => choose('card', key), [choose]);
  const chooseCard = useCallback((key: string) => choose('mark', key), [choose]);
  return { selected, chooseMark, chooseCard, way, goBack, events };
}

const PLACES = { mark: '.check-marked .claim-selected', card: '.check-claims .card-selected' } as const;

/** What is far away is drawn on the way, and moves what is around it: the place is gone to until it stays. @returns ends that. */
function goTo({ to, focus }: Way): () => void {
  let frames = PATIENCE;
  let frame = 0;
  let before: number | undefined;
  const go = (): void => {
    frames -= 1;
    const element = document.querySelector<HTMLElement>(PLACES[to]);
    element?.scrollIntoView({ block: 'nearest' });
    const now = element?.getBoundingClientRect().top;
    if (now !== undefined && now === before) {
      if (focus) (to === 'mark' ? element : element?.querySelector<HTMLElement>('.card-claim'))?.focus();
      return;
    }
    before = now;
    if (frames > 0) frame = requestAnimationFrame(go);
  };
  frame = requestAnimationFrame(go);
  return () => cancelAnimationFrame(frame);
}

/** Where text and claims stand one after another: back to where one came from. */
export function WayBack({ between: { way, goBack } }: { between: Between }): ReactElement | null {
  const narrow = useMedia(NARROW);
  if (!narrow || way === undefined) return null;
  return (
    <Button
      className="way-back"
      shape="round"
      icon={way.to === 'mark' ? <ArrowDownOutlined aria-hidden /> : <ArrowUpOutlined aria-hidden />}
      onClick={goBack}
    >
      {way.to === 'mark' ? texts.check.backToClaim : texts.check.backToText}
    </Button>
  );
}
