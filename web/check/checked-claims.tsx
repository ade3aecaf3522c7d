import { FormOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo, type ReactElement, useDeferredValue, useMemo, useState } from 'react';
import type { Search } from '../api/types.ts';
import { estimateRest } from '../claims/check-rest.ts';
import { DistinctList } from '../claims/claim-list.tsx';
import { isUnchecked, type ShownClaim } from '../claims/claim-state.ts';
import { DecidingContext } from '../claims/decide-claim.tsx';
import { distinctShown } from '../claims/distinct-claims.ts';
import { ExportMenu } from '../claims/export-menu.tsx';
import { NearOnly } from '../claims/near-only.tsx';
import { PickingContext } from '../claims/pick-claim.tsx';
import { SentList } from '../claims/sent-list.tsx';
import { SummaryLine, VerdictBar } from '../claims/summary-line.tsx';
import { whenOpened } from '../shell/when-opened.tsx';
import { useMaxClaims } from '../sources/source-store.ts';
import { useSettings } from '../state/settings.ts';
import { texts } from '../texts.ts';
import { checkAgain, decideClaims, isOpen, pickClaims, useCheck, verifyRest } from './check-store.ts';
import { ClaimFilters } from './claim-filters.tsx';
import { ClaimKeys } from './claim-keys.tsx';
import { ALL, chooseClaims } from './filter-claims.ts';
import type { Found } from './follow-edit.ts';
import { withByline } from './report-of-check.ts';

const { check: words } = texts;

const ReportDialog = whenOpened(() => import('./report-dialog.tsx').then((module) => module.ReportDialog));

interface ListProps {
  readonly claims: readonly ShownClaim[];
  readonly selected: string | undefined;
  readonly onSelect: (key: string) => void;
  /** Goes to a claim's card. */
  readonly onGo: (key: string) => void;
}

/** The claims beside the text that they were found in. */
export const CheckedClaims = memo(function CheckedClaims({
  found,
  canCheck,
  ...list
}: ListProps & { readonly found: Found; readonly canCheck: boolean }): ReactElement {
  const { claims } = list;
  const metadata = useDeferredValue(useCheck((check) => check.metadata));
  const ready = useCheck(
    ({ work, text, found: newest }) => work === 'none' && newest === found && text === found.text,
  );
  const empty = useCheck(({ work, text }) => work === 'none' && text.trim() !== '');
  const outdated = claims.filter((claim) => claim.outdated !== undefined).length;
  const about = useCheck((check) => check.about);
  const byline = useSettings();
  const id = useCheck((check) => check.id);
  const exported = useMemo(
    () => ({ ...found, metadata, about: withByline(about, byline) }),
    [found, metadata, about, byline],
  );
  const [detailsOpen, setDetailsOpen] = useState(false);
  return (
    <section className="check-claims" aria-label={texts.claims.panel}>
      {claims.length === 0 ? (
        <p className="faint check-none">{empty ? texts.claims.none : texts.claims.noneYet}</p>
      ) : (
        <>
          <div className="panel check-summary">
            <div className="check-summary-line">
              <SummaryLine claims={claims} metadata={metadata} />
              <div className="check-summary-ways">
                <Button icon={<FormOutlined aria-hidden />} onClick={() => setDetailsOpen(true)}>
                  {texts.report.details}
                </Button>
                <ExportMenu of={exported} disabled={!ready} />
              </div>
            </div>
            <VerdictBar claims={claims} />
            {outdated === 0 ? null : <p className="check-outdated">{words.outdated(outdated)}</p>}
            <ReportDialog open={detailsOpen} onClose={() => setDetailsOpen(false)} />
            <CheckRest found={found} canCheck={canCheck} ready={ready} />
          </div>
          <PickedList key={id} {...list} searches={metadata?.searches} canCheck={canCheck && ready} />
        </>
      )}
    </section>
  );
});

/** Checks the picked ones, or those that a check has left over, and says what that takes. */
function CheckRest({
  found: { claims },
  canCheck,
  ready,
}: {
  found: Found;
  canCheck: boolean;
  ready: boolean;
}): ReactElement | null {
  const picked = useCheck((check) => check.picked);
  const limit = useMaxClaims();
  const usage = useCheck(({ metadata }) => metadata?.usage);
  const some = picked.size > 0;
  if (!ready || !claims.some(isOpen) || (!some && claims.every(isUnchecked))) return null;
  const asked = claims.filter(
    (claim) => !isUnchecked(claim) || (some ? picked.has(claim.id) : isOpen(claim)),
  );
  const cost = estimateRest([asked], usage, limit);
  return (
    <div className="check-rest">
      <Button type="primary" disabled={!canCheck} onClick={() => void verifyRest(limit)}>
        {some ? words.checkPicked(cost.claims) : texts.claims.checkRest(cost.claims)}
      </Button>
      <span className="faint small">{texts.claims.restCost(cost.requests, cost.tokens)}</span>
    </div>
  );
}

/** Of a long list, so many at a time are drawn where they are near. */
const BLOCK = 25;

function PickedList({
  claims,
  selected,
  onSelect,
  onGo,
  searches,
  canCheck,
}: ListProps & {
  readonly searches: readonly Search[] | undefined;
  readonly canCheck: boolean;
}): ReactElement {
  const picked = useCheck((check) => check.picked);
  const picking = useMemo(() => ({ picked, pick: pickClaims }), [picked]);
  const [choice, setChoice] = useState(ALL);
  const limit = useMaxClaims();
  const deciding = useMemo(
    () => ({
      decide: decideClaims,
      checkAgain: canCheck
        ? (ids: readonly string[], judge?: string) => void checkAgain(ids, limit, judge)
        : undefined,
    }),
    [canCheck, limit],
  );
  const all = distinctShown(claims);
  const distinct = useMemo(() => chooseClaims(all, choice), [all, choice]);
  const blocks = Array.from({ length: Math.ceil(distinct.length / BLOCK) }, (_, index) =>
    distinct.slice(index * BLOCK, (index + 1) * BLOCK),
  );
  return (
    <PickingContext value={picking}>
      <DecidingContext value={deciding}>
        <div className="check-list">
          <ClaimFilters all={all} shown={distinct.length} choice={choice} onChange={setChoice} />
          <ClaimKeys shown={distinct} selected={selected} onGo={onGo} onOpen={onSelect} />
          {distinct.length === 0 ? <p className="faint">{texts.filters.none}</p> : null}
          {blocks.map((block, index) => (
            <NearOnly
              // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in the list.
              key={index}
              className="check-block"
              now={index < 2 || block.some(({ places }) => places.some(({ key }) => key === selected))}
              away={<div style={{ height: `${block.length * 9}rem` }} />}
            >
              {() => <DistinctList distinct={block} selected={selected} onSelect={onSelect} />}
            </NearOnly>
          ))}
          <SentList searches={searches} />
        </div>
      </DecidingContext>
    </PickingContext>
  );
}
