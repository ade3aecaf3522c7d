/** What the requests with one's own key came to, and what the key has left. */
import { Button, Segmented } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import { readLimits } from '../api/gateway.ts';
import type { TrafficAsker } from '../api/traffic.ts';
import { KeysDialog } from '../chat/dialogs.ts';
import { FailureNote } from '../shell/failure-note.tsx';
import { useRead } from '../shell/use-read.ts';
import { useKeys } from '../state/keys.ts';
import { modelToTry, useChoice, useModels } from '../state/models.ts';
import { LimitsPanel } from '../status/limits-panel.tsx';
import { texts } from '../texts.ts';
import { readSpan } from '../traffic/read-span.ts';
import { TRAFFIC_PACE, TrafficChoice, useTrafficChoice } from '../traffic/traffic-choice.tsx';
import { TrafficFigures } from '../traffic/traffic-figures.tsx';
import { FirstRequest } from './first-request.tsx';
import { chooseKey, type OwnKey, ownKeysOf } from './key-choice.ts';
import './usage.css';

const { usage: words } = texts;

export function UsageView(): ReactElement {
  const { byProvider } = useKeys();
  const [keysOpen, setKeysOpen] = useState(false);
  const [wanted, setWanted] = useState<string>();
  // A key that is being typed is not asked about.
  const entered = useRef(byProvider);
  if (!keysOpen) entered.current = byProvider;
  const keys = ownKeysOf(entered.current);
  const own = chooseKey(keys, wanted, useChoice()?.provider);
  const enter = (): void => setKeysOpen(true);
  return (
    <div className="page">
      <div className="page-inner">
        <header className="page-head">
          <div>
            <h1 className="page-title">{texts.views.usage}</h1>
            <p className="faint">{words.more}</p>
          </div>
          {own === undefined ? null : <Button onClick={enter}>{texts.keys.button}</Button>}
        </header>
        {own === undefined ? (
          <section className="panel usage-first" aria-label={words.noKey}>
            <h2>{words.noKey}</h2>
            <p className="faint">{words.noKeyMore}</p>
            <div className="usage-ways">
              <Button type="primary" onClick={enter}>
                {words.enter}
              </Button>
            </div>
          </section>
        ) : (
          <>
            {keys.length === 1 ? null : (
              <div className="traffic-choice">
                <Segmented
                  aria-label={words.which}
                  value={own.providers[0] ?? ''}
                  options={keys.map(({ providers }) => ({
                    value: providers[0] ?? '',
                    label: providers.join(', '),
                  }))}
                  onChange={setWanted}
                />
              </div>
            )}
            <UsageOf own={own} onKeys={enter} />
          </>
        )}
      </div>
      <KeysDialog open={keysOpen} onClose={() => setKeysOpen(false)} />
    </div>
  );
}

function UsageOf({ own: { key, providers }, onKeys }: { own: OwnKey; onKeys: () => void }): ReactElement {
  const { span } = useTrafficChoice();
  const { list } = useModels();
  const [provider = ''] = providers;
  const asker: TrafficAsker = { path: '/v1/traffic', key };
  const { seen, failure, refresh } = useRead(
    key,
    // All at once, so that nothing moves what stands below it.
    async (signal) => {
      const [traffic, limits] = await Promise.all([
        readSpan(asker, span, signal),
        readLimits(key).catch(() => undefined),
      ]);
      return { traffic, limits };
    },
    { pace: TRAFFIC_PACE, edition: span },
  );
  const known = list?.models_list.find((each) => each.provider === provider);
  return (
    <>
      {failure === undefined ? null : <FailureNote facts={failure} ways={{ key: onKeys, retry: refresh }} />}
      {seen === undefined ? (
        failure === undefined ? (
          <p className="faint">{texts.loading}</p>
        ) : null
      ) : (
        <>
          <div className="usage-limits">
            <LimitsPanel limits={seen.limits} provider={known} loading={false} hasKey />
          </div>
          <TrafficChoice onRefresh={refresh} />
          <TrafficFigures
            seen={seen.traffic}
            asker={asker}
            instead={<FirstRequest model={modelToTry(provider) ?? 'MODEL'} />}
          />
        </>
      )}
    </>
  );
}
