import { ReloadOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import type { ReactElement } from 'react';
import { createStore, useStore } from '../state/create-store.ts';
import { texts } from '../texts.ts';
import { TRAFFIC_SPANS, type TrafficSpan } from './read-span.ts';
import './traffic.css';

const { traffic: words } = texts.operate;

interface TrafficChosen {
  readonly span: TrafficSpan;
  /** Whether answers of the sandbox are shown, in place of all others. */
  readonly sandbox: boolean;
}

/** As it was chosen last, as long as the page is there. */
const store = createStore<TrafficChosen>({ span: 'week', sandbox: false });
const SPANS = Object.keys(TRAFFIC_SPANS) as TrafficSpan[];
/** Milliseconds between two looks while the page is seen. */
export const TRAFFIC_PACE = 30_000;

export function useTrafficChoice(): TrafficChosen {
  return useStore(store, (chosen) => chosen);
}

/** Which time is looked at, and whose answers. */
export function TrafficChoice({ onRefresh }: { onRefresh: () => void }): ReactElement {
  const { span, sandbox } = useTrafficChoice();
  return (
    <div className="traffic-choice">
      <Button icon={<ReloadOutlined aria-hidden />} onClick={onRefresh}>
        {texts.status.refresh}
      </Button>
      <Segmented
        aria-label={words.span}
        value={span}
        options={SPANS.map((value) => ({ value, label: words.spans[value] }))}
        onChange={(value) => store.set((chosen) => ({ ...chosen, span: value }))}
      />
      <Segmented
        aria-label={words.which}
        value={sandbox}
        options={[
          { value: false, label: words.real },
          { value: true, label: words.sandbox },
        ]}
        onChange={(value) => store.set((chosen) => ({ ...chosen, sandbox: value }))}
      />
    </div>
  );
}
