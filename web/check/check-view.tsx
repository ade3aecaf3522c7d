import { lazy, type ReactElement, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { KeysDialog } from '../chat/dialogs.ts';
import { useViewClaims, ViewClaimsContext } from '../claims/claim-mark.tsx';
import { showClaims } from '../claims/claim-state.ts';
import { CopyCorrected } from '../claims/copy-corrected.tsx';
import { MarkedText } from '../claims/marked-text.tsx';
import { VerdictAnnouncer } from '../claims/verdict-announcer.tsx';
import { FailureNote } from '../shell/failure-note.tsx';
import { LimitWait } from '../shell/limit-wait.tsx';
import { ModelsNote } from '../shell/models-note.tsx';
import { NotHere } from '../shell/not-here.tsx';
import { useLater } from '../shell/use-later.ts';
import { WhereTextsGo } from '../sources/where-texts-go.tsx';
import { useChoice } from '../state/models.ts';
import { texts } from '../texts.ts';
import { CheckInput } from './check-input.tsx';
import { getCheck, tryAgain, useCheck } from './check-store.ts';
import { CheckedClaims } from './checked-claims.tsx';
import { useBetween, WayBack } from './go-between.tsx';
import { openNew, useOpenCheck, useRefusal } from './open-check.ts';
import { PrintedReport } from './printed-report.tsx';
import './check.css';

const SharedNote = lazy(() => import('./shared-note.tsx').then((module) => ({ default: module.SharedNote })));

/** A text of anybody's: its claims as one types, their verdicts on demand. Text and claims keep each other in view. */
export function CheckView(): ReactElement {
  const refusal = useRefusal();
  if (useOpenCheck()) return <OpenCheck />;
  const words = refusal === undefined ? texts.check : texts.share.refusal(refusal);
  return <NotHere words={words} start={{ children: texts.check.newCheck, onClick: openNew }} />;
}

function OpenCheck(): ReactElement {
  // A long text has thousands of claims: typing goes on while they are drawn, and what goes with them waits for them.
  const found = useDeferredValue(useCheck((check) => check.found));
  const verifying = useDeferredValue(useCheck(({ work }) => work === 'verifying'));
  // Verdicts may all be there before anything is drawn: that they were asked for is said in any case.
  const running = useCheck(({ work }) => work === 'verifying');
  const metadata = useDeferredValue(useCheck((check) => check.metadata));
  const failure = useCheck((check) => check.failure);
  const waitingUntil = useCheck((check) => check.waitingUntil);
  const canCheck = useChoice() !== undefined;
  const [keysOpen, setKeysOpen] = useState(false);
  const askKey = useCallback(() => setKeysOpen(true), []);
  const id = useCheck((check) => check.id);
  const code = useCheck((check) => check.about.shared?.code);
  const claims = useMemo(() => showClaims(found.claims, id, verifying), [found, id, verifying]);
  // The text first, then the list of its claims.
  const listed = useLater(useMemo(() => ({ found, claims }), [found, claims]));
  const between = useBetween();
  const viewClaims = useViewClaims(claims, between.selected, between.chooseMark);
  const { check: words } = texts;
  return (
    <ViewClaimsContext value={viewClaims}>
      <div className="page check-page">
        <div className="page-inner">
          <header className="page-head">
            <div>
              <h1 className="page-title">{words.title}</h1>
              <p className="faint">{words.intro}</p>
            </div>
          </header>
          {code === undefined ? null : (
            <Suspense fallback={null}>
              <SharedNote key={id} code={code} />
            </Suspense>
          )}
          <div className="check" {...between.events}>
            <div className="check-side">
              <CheckInput canCheck={canCheck} onKeys={askKey} />
              <WhereTextsGo view="check" />
              <LimitWait until={waitingUntil} />
              {failure === undefined ? (
                <ModelsNote onKey={askKey} />
              ) : (
                <FailureNote facts={failure} ways={{ key: askKey, retry: tryAgain }} />
              )}
              {claims.length === 0 ? null : (
                <section className="panel check-text" aria-label={words.marked}>
                  <div className="check-marked-head">
                    <h2>{words.marked}</h2>
                    <CopyCorrected metadata={metadata} />
                  </div>
                  <div className="check-marked">
                    <MarkedText text={found.text} claims={claims} wanted={between.selected} />
                  </div>
                </section>
              )}
            </div>
            {listed === undefined ? null : (
              <CheckedClaims
                {...listed}
                canCheck={canCheck}
                selected={between.selected}
                onSelect={between.chooseCard}
                onGo={between.chooseMark}
              />
            )}
          </div>
          <WayBack between={between} />
          <VerdictAnnouncer
            key={id}
            claims={() => showClaims(getCheck().found.claims, id, running)}
            running={running}
          />
          <PrintedReport />
        </div>
      </div>
      <KeysDialog open={keysOpen} onClose={() => setKeysOpen(false)} />
    </ViewClaimsContext>
  );
}
