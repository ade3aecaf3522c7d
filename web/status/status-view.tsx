import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { KeysDialog } from '../chat/dialogs.ts';
import { FailureNote } from '../shell/failure-note.tsx';
import { keyFor } from '../state/keys.ts';
import { readModels, useChoice, useModels } from '../state/models.ts';
import { texts } from '../texts.ts';
import { HealthPanel } from './health-panel.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { ModelsTable } from './models-table.tsx';
import { SourcesPanel } from './sources-panel.tsx';
import { useStatus } from './use-status.ts';
import './status.css';

/** Which models and sources there are, how the gateway is, and what the key in use may still do. */
export function StatusView(): ReactElement {
  const { status: words } = texts;
  const { list, failure: listFailure } = useModels();
  const provider = useChoice()?.provider;
  const key = provider === undefined ? undefined : keyFor(provider);
  const { health, limits, sources, capabilities, failure, loading, refresh } = useStatus(key);
  const [keysOpen, setKeysOpen] = useState(false);
  const readAgain = (): void => {
    refresh();
    void readModels();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed before the view was opened is asked again once.
  useEffect(() => {
    if (listFailure !== undefined) void readModels();
  }, []);
  const shown = listFailure ?? failure;
  const listLoading = list === undefined && listFailure === undefined;
  // All at once, so that nothing moves what stands below it; what is read again takes the place of what was there.
  const drawn = useRef(false);
  drawn.current ||= !loading && !listLoading;
  if (!drawn.current) return <div className="view-loading">{texts.loading}</div>;
  return (
    <div className="page">
      <div className="page-inner">
        <header className="page-head">
          <h1 className="page-title">{words.title}</h1>
          <Button icon={<ReloadOutlined aria-hidden />} onClick={readAgain}>
            {words.refresh}
          </Button>
        </header>
        {shown === undefined ? null : (
          <FailureNote
            facts={shown}
            ways={{ key: () => setKeysOpen(true), retry: readAgain }}
            byItself={listFailure?.retryAt !== undefined}
          />
        )}
        <div className="status">
          <HealthPanel health={health} loading={loading} />
          <LimitsPanel
            limits={limits}
            provider={list?.models_list.find((each) => each.provider === provider)}
            loading={loading && key !== undefined}
            hasKey={key !== undefined}
          />
          <SourcesPanel sources={sources?.data} loading={loading} />
        </div>
        <ModelsTable list={list} loading={listLoading} capabilities={capabilities ?? {}} />
      </div>
      <KeysDialog open={keysOpen} onClose={() => setKeysOpen(false)} />
    </div>
  );
}
