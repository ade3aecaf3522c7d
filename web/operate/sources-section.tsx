/** Where evidence comes from, how the own judge is, and what both make of one claim. */
import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { type Judge, readSourcesAndJudge } from '../api/admin-sources.ts';
import { VerdictMark } from '../claims/verdict-mark.tsx';
import { SourcesPanel } from '../status/sources-panel.tsx';
import { texts } from '../texts.ts';
import { AdminFailure } from './admin-failure.tsx';
import { TryClaim } from './sources-try.tsx';
import { useAdmin } from './use-admin.ts';
import './corpus.css';
import './sources.css';

const { operateSources: words } = texts;
/** Milliseconds between two looks while the view is seen. */
const PACE = 15_000;

export function SourcesSection({ adminKey }: { adminKey: string }): ReactElement {
  const { seen, failure, refresh } = useAdmin(adminKey, 'sources', readSourcesAndJudge, PACE);
  return (
    <>
      <div className="operate-ways operate-above">
        <Button icon={<ReloadOutlined aria-hidden />} onClick={refresh}>
          {texts.status.refresh}
        </Button>
      </div>
      <AdminFailure failure={failure} />
      <TryClaim adminKey={adminKey} onTried={refresh} />
      <div className="status sources-state">
        <SourcesPanel sources={seen?.data} loading={failure === undefined} />
        <JudgePanel judge={seen?.judge} />
      </div>
    </>
  );
}

const MARKS = { ready: 'supported', off: 'found', absent: 'found', failed: 'refuted' } as const;
const share = (probability: number): string => probability.toLocaleString('en', { maximumFractionDigits: 3 });

function JudgePanel({ judge }: { judge: Judge | undefined }): ReactElement {
  return (
    <section className="panel" aria-label={words.judge}>
      <h2>{words.judge}</h2>
      {judge === undefined ? (
        <p className="faint">{texts.loading}</p>
      ) : (
        <>
          <p className="status-state">
            <VerdictMark state={MARKS[judge.state]} size={22} />
            {words.judgeStates[judge.state]}
          </p>
          <p className="faint small">{words.judgeMore[judge.state]}</p>
          <dl className="facts">
            {[
              [words.model, judge.model === 'shipped' ? words.shipped : judge.model],
              [words.threshold.supported, share(judge.thresholds.supported)],
              [words.threshold.whole, share(judge.thresholds.supported_whole)],
              [words.threshold.refuted, share(judge.thresholds.refuted)],
              [words.calibrated, judge.calibrated ? words.yes : words.no],
              [words.mostPairs, judge.max_pairs.toLocaleString('en')],
              [words.deadline, words.seconds(judge.deadline_ms / 1_000)],
              [words.judged, judge.pairs.judged.toLocaleString('en')],
              [words.refused, judge.pairs.refused.toLocaleString('en')],
            ].map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p className="faint small">{words.pairsMore}</p>
        </>
      )}
    </section>
  );
}
