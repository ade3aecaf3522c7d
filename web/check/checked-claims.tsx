import { FormOutlined, GlobalOutlined, TeamOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo, type ReactElement, useDeferredValue, useMemo, useState } from 'react';
import type { Search } from '../api/types.ts';
import { estimateRest } from '../claims/check-rest.ts';
import { DistinctList } from '../claims/claim-list.tsx';
import { isUnchecked, type ShownClaim } from '../claims/claim-state.ts';
import { DecidingContext } from '../claims/decide-claim.tsx';
import { type Distinct, distinctShown } from '../claims/distinct-claims.ts';
import { ExportMenu } from '../claims/export-menu.tsx';
import { NearOnly } from '../claims/near-only.tsx';
import { PickingContext } from '../claims/pick-claim.tsx';
import { SentList } from '../claims/sent-list.tsx';
import { SummaryLine, VerdictBar } from '../claims/summary-line.tsx';
import { whenOpened } from '../shell/when-opened.tsx';
import { useMaxClaims } from '../sources/source-store.ts';
import { asksOwnJudge } from '../state/models.ts';
import { useSettings } from '../state/settings.ts';
import { texts } from '../texts.ts';
import { checkAgain, decideClaims, isOpen, pickClaims, useCheck, verifyRest } from './check-store.ts';
import { ClaimFilters } from './claim-filters.tsx';
import { ClaimKeys } from './claim-keys.tsx';
import { ALL, chooseClaims } from './filter-claims.ts';
import type { Found } from './follow-edit.ts';
import { withByline } from './report-of-check.ts';
import { usePublisherKey } from './use-publisher-key.ts';

const { check: words } = texts;

const ReportDialog = whenOpened(() => import('./report-dialog.tsx').then((module) => module.ReportDialog));

const ShareDialog = whenOpened(() => import('./share-dialog.tsx').then((module) => module.ShareDialog));

const PublishDialog = whenOpened(() => import('./publish-dialog.tsx').then((module) => module.PublishDialog));

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
  // Each card has a button that waits for it.
  const readyLater = useDeferredValue(ready);
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
  const [publishOpen, setPublishOpen] = useState(false);
  const [shareOpen, setShareOpen] = useState(false);
  const mayPublish = usePublisherKey(claims.length > 0) !== undefined;
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
                {(mayPublish && about.shared === undefined) || about.shared?.owner === true ? (
                  <Button
                    icon={<TeamOutlined aria-hidden />}
                    disabled={!ready}
                    onClick={() => setShareOpen(true)}
                  >
                    {about.shared === undefined ? texts.share.open : texts.share.openShared}
                  </Button>
                ) : null}
                {mayPublish || about.published !== undefined ? (
                  <Button
                    icon={<GlobalOutlined aria-hidden />}
                    disabled={!ready}
                    onClick={() => setPublishOpen(true)}
                  >
                    {about.published === undefined ? texts.publish.open : texts.publish.openPublished}
                  </Button>
                ) : null}
              </div>
            </div>
            <VerdictBar claims={claims} />
            {outdated === 0 ? null : <p className="check-outdated">{words.outdated(outdated)}</p>}
            <ReportDialog open={detailsOpen} onClose={() => setDetailsOpen(false)} />
            <ShareDialog key={`share-${id}`} open={shareOpen} onClose={() => setShareOpen(false)} />
            <PublishDialog key={`publish-${id}`} open={publishOpen} onClose={() => setPublishOpen(false)} />
            <CheckRest found={found} canCheck={canCheck} ready={ready} />
          </div>
          <PickedList key={id} {...list} searches={metadata?.searches} canCheck={canCheck && readyLater} />
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
  const paused = useCheck((check) => check.paused === true);
  const own = asksOwnJudge(useSettings());
  const some = picked.size > 0;
  if (!ready || !claims.some(isOpen) || (!some && claims.every(isUnchecked))) return null;
  const asked = claims.filter(
    (claim) => !isUnchecked(claim) || (some ? picked.has(claim.id) : isOpen(claim)),
  );
  const cost = estimateRest([asked], usage, limit);
  return (
    <div className="check-rest">
      <Button type="primary" disabled={!canCheck} onClick={() => void verifyRest(limit)}>
        {some
          ? words.checkPicked(cost.claims)
          : paused
            ? words.goOn(cost.claims)
            : texts.claims.checkRest(cost.claims)}
      </Button>
      <span className="faint small">
        {own ? words.noTokens(cost.requests) : texts.claims.restCost(cost.requests, cost.tokens)}
      </span>
    </div>
  );
}

/** Of a long list, so many at a time are drawn where they are near. */
const BLOCK = 6;

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
  // The filter shows at once what was chosen; the list follows.
  const applied = useDeferredValue(choice);
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
  const distinct = useMemo(() => chooseClaims(all, applied), [all, applied]);
  const blocks = useMemo(
    () =>
      Array.from({ length: Math.ceil(distinct.length / BLOCK) }, (_, index) =>
        distinct.slice(index * BLOCK, (index + 1) * BLOCK),
      ),
    [distinct],
  );
  return (
    <PickingContext value={picking}>
      <DecidingContext value={deciding}>
        <div className="check-list">
          <ClaimFilters all={all} shown={distinct.length} choice={choice} onChange={setChoice} />
          <ClaimKeys shown={distinct} selected={selected} onGo={onGo} onOpen={onSelect} />
          {distinct.length === 0 ? <p className="faint">{texts.filters.none}</p> : null}
          {blocks.map((block, index) => (
            <CardBlock
              // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in the list.
              key={index}
              block={block}
              first={index < 2}
              selected={
                block.some(({ places }) => places.some(({ key }) => key === selected)) ? selected : undefined
              }
              onSelect={onSelect}
            />
          ))}
          <SentList searches={searches} />
        </div>
      </DecidingContext>
    </PickingContext>
  );
}

/** What is chosen elsewhere leaves it as it is. */
const CardBlock = memo(function CardBlock({
  block,
  first,
  selected,
  onSelect,
}: Pick<ListProps, 'onSelect'> & {
  readonly block: readonly Distinct<ShownClaim>[];
  readonly first: boolean;
  readonly selected: string | undefined;
}): ReactElement {
  return (
    <NearOnly
      className="check-block"
      now={first || selected !== undefined}
      away={<DistinctList far distinct={block} selected={selected} onSelect={onSelect} />}
    >
      {() => <DistinctList distinct={block} selected={selected} onSelect={onSelect} />}
    </NearOnly>
  );
});
