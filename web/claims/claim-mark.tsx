import { UserOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import {
  createContext,
  memo,
  type ReactElement,
  type ReactNode,
  useContext,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createStore, type Store, useStore } from '../state/create-store.ts';
import { texts } from '../texts.ts';
import { ClaimGlance } from './claim-glance.tsx';
import type { ShownClaim } from './claim-state.ts';
import { focusChosenCard } from './focus-chosen-card.ts';
import { markParts } from './mark-parts.tsx';
import { correctionOf } from './person-decision.ts';
import { strikeOut } from './strike-out.tsx';
import { VerdictMark } from './verdict-mark.tsx';

interface ViewState {
  readonly claims: ReadonlyMap<string, ShownClaim>;
  readonly selected: string | undefined;
}

/** The claims of a view. A store, and not a value of the context: what changes wakes only the marks it is about. */
interface ViewClaims {
  readonly store: Store<ViewState>;
  readonly select: (key: string) => void;
}

const openViewClaims = (select: (key: string) => void): ViewClaims => ({
  store: createStore<ViewState>({ claims: new Map(), selected: undefined }),
  select,
});

export const ViewClaimsContext = createContext<ViewClaims>(openViewClaims(() => {}));

/** @param select must stay the same. */
export function useViewClaims(
  claims: readonly ShownClaim[],
  selected: string | undefined,
  select: (key: string) => void,
): ViewClaims {
  const viewClaims = useMemo(() => openViewClaims(select), [select]);
  const byKey = useMemo(() => new Map(claims.map((claim) => [claim.key, claim])), [claims]);
  // Before anything is painted: a mark is never seen without its claim.
  useLayoutEffect(
    () => viewClaims.store.set(() => ({ claims: byKey, selected })),
    [viewClaims, byKey, selected],
  );
  return viewClaims;
}

/** A claim where it stands: underlined in its state's own way, with a badge, and explained on hover, focus and tap. */
export function ClaimMark({ claimKey, children }: { claimKey: string; children: ReactNode }): ReactElement {
  const { store, select } = useContext(ViewClaimsContext);
  const newest = useStore(store, ({ claims }) => claims.get(claimKey));
  // Of hundreds that change at once, each is drawn when there is time.
  const claim = useDeferredValue(newest) ?? newest;
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

/** A long conversation has hundreds: the details of a claim are made when they are asked for. */
const Mark = memo(function Mark({ claim, selected, select, children }: MarkProps): ReactElement {
  const [open, setOpen] = useState(false);
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(hover.current), []);
  /** A pointer that only passes over opens nothing. */
  const show = (after: number): void => {
    clearTimeout(hover.current);
    hover.current = setTimeout(() => setOpen(true), after);
  };
  const hide = (): void => {
    clearTimeout(hover.current);
    setOpen(false);
  };
  const badge = (
    <span className="claim-badge">
      &#8288;
      <VerdictMark state={claim.state} size={14} />
      {claim.decision === undefined ? null : <UserOutlined className="claim-person" aria-hidden />}
    </span>
  );
  const correction = correctionOf(claim);
  const parts = useMemo(() => markParts(children, claim), [children, claim]);
  const choose = (): void => select(claim.key);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot break over lines within running text.
    <span
      role="button"
      tabIndex={0}
      className={`claim claim-${claim.state}${parts === undefined ? '' : ' claim-in-parts'}${selected ? ' claim-selected' : ''}`}
      data-claim={claim.id}
      data-state={claim.state}
      onClick={choose}
      onMouseEnter={() => show(HOVER)}
      onMouseLeave={hide}
      onFocus={() => setOpen(true)}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide();
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        choose();
        focusChosenCard();
      }}
    >
      {parts ?? (correction === undefined ? children : strikeOut(children, correction))}
      {open ? (
        // It lies over other marks: no click is its own.
        <Popover open classNames={{ root: 'glance-place' }} content={<ClaimGlance claim={claim} />}>
          {badge}
        </Popover>
      ) : (
        badge
      )}
      <span className="unseen">
        {' '}
        ({texts.verdicts[claim.state]}
        {claim.decision === undefined ? '' : `, ${texts.decide.yours}`}
        {claim.outdated === undefined ? '' : `, ${texts.check.changedSince}`})
      </span>
    </span>
  );
});
