import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { type FailureFacts, factsOf } from '../api/failure.ts';
import { listCapabilities, readHealth, readLimits } from '../api/gateway.ts';
import type { Capabilities, Health, Limits } from '../api/types.ts';
import { FailureNote } from '../shell/failure-note.tsx';
import { anyKey, keyFor, useKeys } from '../state/keys.ts';
import { readModels, useChoice, useModels } from '../state/models.ts';
import { texts } from '../texts.ts';
import { HealthPanel } from './health-panel.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { ModelsTable } from './models-table.tsx';
import './status.css';

/** Which models there are, how the gateway is, and what the key in use may still do. */
export function StatusView(): ReactElement {
  const { status: words } = texts;
  const { list } = useModels();
  const choice = useChoice();
  const { byProvider, sandbox } = useKeys();
  const [capabilities, setCapabilities] = useState<Capabilities>({});
  const [health, setHealth] = useState<Health>();
  const [limits, setLimits] = useState<Limits>();
  const [failure, setFailure] = useState<FailureFacts>();

  const provider = choice?.provider;
  const key = provider === undefined ? undefined : keyFor(provider);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key, or the sandbox's being there, is asked anew.
  const refresh = useCallback(() => {
    setFailure(undefined);
    readHealth().then(setHealth, (error: unknown) => setFailure(factsOf(error)));
    listCapabilities(anyKey()).then(setCapabilities, (error: unknown) => setFailure(factsOf(error)));
    if (key === undefined) setLimits(undefined);
    else readLimits(key).then(setLimits, (error: unknown) => setFailure(factsOf(error)));
  }, [key, byProvider, sandbox]);
  useEffect(refresh, [refresh]);

  return (
    <div className="page">
      <div className="page-inner">
        <header className="page-head">
          <h1 className="page-title">{words.title}</h1>
          <Button
            icon={<ReloadOutlined aria-hidden />}
            onClick={() => {
              refresh();
              void readModels();
            }}
          >
            {words.refresh}
          </Button>
        </header>
        {failure === undefined ? null : <FailureNote facts={failure} ways={{ retry: refresh }} />}
        <div className="status">
          <HealthPanel health={health} />
          <LimitsPanel limits={limits} provider={provider} hasKey={key !== undefined} />
        </div>
        <ModelsTable list={list} capabilities={capabilities} />
      </div>
    </div>
  );
}
