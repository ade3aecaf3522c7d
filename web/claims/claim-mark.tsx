import { Popover } from 'antd';
import {
  createContext,
  memo,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createStore, type Store, useStore } from '../state/create-store.ts';
import { texts } from '../texts.ts';
import type { ShownClaim } from './claim-state.ts';
import { VerdictMark, VerdictTag } from './verdict-mark.tsx';

interface OnDesk {
  readonly claims: ReadonlyMap<string, ShownClaim>;
  readonly selected: string | undefined;
}

/** The claims of a view. A store, and not a value of the context: what changes wakes only the marks it is about. */
export interface ClaimDesk {
  readonly store: Store<OnDesk>;
  readonly select: (key: string) => void;
}

const openDesk = (select: (key: string) => void): ClaimDesk => ({
  store: createStore<OnDesk>({ claims: new Map(), selected: undefined }),
  select,
});

export const ClaimDeskContext = createContext<ClaimDesk>(openDesk(() => {}));

/** @param select must stay the same. */
export function useClaimDesk(
  claims: readonly ShownClaim[],
  selected: string | undefined,
  select: (key: string) => void,
): ClaimDesk {
  const desk = useMemo(() => openDesk(select), [select]);
  const byKey = useMemo(() => new Map(claims.map((claim) => [claim.key, claim])), [claims]);
  // Before anything is painted: a mark is never seen without its claim.
  useLayoutEffect(() => desk.store.set(() => ({ claims: byKey, selected })), [desk, byKey, selected]);
  return desk;
}

/** A claim where it stands: underlined in its state's own way, with a badge, and told on hover, focus and tap. */
export function ClaimMark({ claimKey, children }: { claimKey: string; children: ReactNode }): ReactElement {
  const { store, select } = useContext(ClaimDeskContext);
  const claim = useStore(store, ({ claims }) => claims.get(claimKey));
  const chosen = useStore(store, ({ selected }) => selected === claimKey);
  if (claim === undefined) return <>{children}</>;
  return (
    <Mark claim={claim} selected={chosen} select={select}>
      {children}
    </Mark>
  );
}

/** Milliseconds. */
const HOVER = 120;

interface MarkProps {
  readonly claim: ShownClaim;
  readonly selected: boolean;
  readonly select: (key: string) => void;
  readonly children: ReactNode;
}

/** A long conversation has hundreds: what is told of a claim is made when it is asked for. */
const Mark = memo(function Mark({ claim, selected, select, children }: MarkProps): ReactElement {
  const [told, setTold] = useState(false);
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(hover.current), []);
  /** Whoever only passes over is told nothing. */
  const tell = (after: number): void => {
    clearTimeout(hover.current);
    hover.current = setTimeout(() => setTold(true), after);
  };
  const hush = (): void => {
    clearTimeout(hover.current);
    setTold(false);
  };
  const badge = (
    <span className="claim-badge">
      &#8288;
      <VerdictMark state={claim.state} size={14} />
    </span>
  );
  const choose = (): void => select(claim.key);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot break over lines within running text.
    <span
      role="button"
      tabIndex={0}
      className={`claim claim-${claim.state}${selected ? ' claim-selected' : ''}`}
      data-claim={claim.id}
      data-state={claim.state}
      onClick={choose}
      onMouseEnter={() => tell(HOVER)}
      onMouseLeave={hush}
      onFocus={() => setTold(true)}
      onBlur={hush}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hush();
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        choose();
      }}
    >
      {children}
      {told ? (
        <Popover open content={<ClaimGlance claim={claim} />}>
          {badge}
        </Popover>
      ) : (
        badge
      )}
      <span className="unseen"> ({texts.verdicts[claim.state]})</span>
    </span>
  );
});

function ClaimGlance({ claim }: { claim: ShownClaim }): ReactElement {
  const quote = claim.evidence?.find(({ stance }) => stance !== 'neutral') ?? claim.evidence?.[0];
  return (
    <div className="glance">
      <div className="glance-head">
        <VerdictTag state={claim.state} />
        {claim.verdict_confidence === undefined ? null : (
          <span className="faint">{texts.claims.sure(claim.verdict_confidence)}</span>
        )}
        <span className="spring" />
        <span className="chip">{texts.categories[claim.category] ?? claim.category}</span>
      </div>
      {quote === undefined ? null : <blockquote>{quote.quote}</blockquote>}
      <div className="faint">{texts.claims.likely(claim.confidence)}</div>
    </div>
  );
}
