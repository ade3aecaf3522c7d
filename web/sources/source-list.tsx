import {
  CheckCircleOutlined,
  MinusCircleOutlined,
  QuestionCircleOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import { Checkbox } from 'antd';
import type { ReactElement } from 'react';
import type { Source, Sources } from '../api/types.ts';
import { nameSource } from '../claims/source-names.ts';
import { useSettings } from '../state/settings.ts';
import { texts } from '../texts.ts';
import { isAlwaysOn, isOn, turnSource } from './source-store.ts';
import { useAsked } from './use-asked.ts';

const { sourcePicker: words } = texts;

/** Told by shape and word, not by colour. */
const STATE_ICONS = {
  ok: <CheckCircleOutlined aria-hidden />,
  unknown: <QuestionCircleOutlined aria-hidden />,
  failing: <WarningOutlined aria-hidden />,
  empty: <MinusCircleOutlined aria-hidden />,
} as const;

/** The server's sources: what each holds, how it is, what it costs and what it sees. */
export function SourceList({ list }: { list: Sources }): ReactElement {
  const { sandbox } = useAsked();
  return (
    <section className="source-list" aria-label={words.title}>
      <strong>{words.title}</strong>
      {sandbox ? <p className="small">{words.sandbox}</p> : null}
      <ul>
        {list.data.map((source) => (
          <Entry key={source.name} source={source} sandbox={sandbox} />
        ))}
      </ul>
      {list.data.every(({ reach }) => reach !== 'outside') ? (
        <p className="faint small">{words.noneOutside}</p>
      ) : null}
    </section>
  );
}

function Entry({ source, sandbox }: { source: Source; sandbox: boolean }): ReactElement {
  const settings = useSettings();
  const { name, about, reach, state, problem, paid_by: payer } = source;
  const always = isAlwaysOn(source);
  const more = `source-${name}`;
  return (
    <li data-source={name} data-state={state}>
      <Checkbox
        checked={isOn(source, settings) && (reach === 'local' || !sandbox)}
        disabled={always || sandbox}
        aria-describedby={more}
        onChange={(event) => turnSource(source, event.target.checked)}
      >
        {nameSource(name)}
      </Checkbox>
      <div id={more} className="source-more">
        <p>{about}</p>
        <p className="source-facts">
          <span className="source-state">
            {STATE_ICONS[state]}{' '}
            {state === 'failing' && problem !== undefined ? words.failing(problem) : words.states[state]}
          </span>
          {state === 'empty' ? null : <span>{always ? words.always : words.costs[payer ?? 'nobody']}</span>}
          <span>{words.sees[reach]}</span>
        </p>
      </div>
    </li>
  );
}
