import { Button, Segmented, Select } from 'antd';
import type { ReactElement } from 'react';
import { explainFailure } from '../explain-failure.ts';
import { nameChoice } from '../shell/name-choice.ts';
import { useModels } from '../state/models.ts';
import { texts } from '../texts.ts';
import type { JudgeModel } from './measure-row.ts';
import type { Run } from './run.ts';

const { evaluate: words } = texts;

/** A second model, by provider. */
export function SecondModel({
  first,
  chosen,
  onChoose,
}: {
  /** The one that it is compared with. */
  first: string | undefined;
  chosen: JudgeModel | undefined;
  onChoose: (model: JudgeModel | undefined) => void;
}): ReactElement {
  const { list } = useModels();
  const all = (list?.models_list ?? []).flatMap(({ provider, available_models: models }) =>
    models.map(({ model_id: id, name }): JudgeModel => ({ provider, id, name })),
  );
  const options = (list?.models_list ?? []).map(({ provider }) => ({
    label: provider,
    title: provider,
    options: all
      .filter((model) => model.provider === provider && model.id !== first)
      .map(({ id: value, name: label }) => ({ value, label })),
  }));
  return (
    <Select
      className="second-model"
      aria-label={nameChoice(words.second, chosen?.name ?? words.noSecond)}
      popupMatchSelectWidth={false}
      value={chosen?.id ?? ''}
      options={[{ value: '', label: words.noSecond }, ...options]}
      showSearch={{
        filterOption: (typed, option) => {
          const { label, value } = (option ?? {}) as { label?: string; value?: string };
          return `${label} ${value}`.toLowerCase().includes(typed.toLowerCase());
        },
      }}
      onChange={(id: string) => onChoose(all.find((model) => model.id === id))}
    />
  );
}

/** Which of two models the charts below are about. */
export function ModelSwitch({
  run,
  shown,
  onShow,
}: {
  run: Run;
  shown: number;
  onShow: (index: number) => void;
}): ReactElement | null {
  if (run.models.length < 2) return null;
  return (
    <div className="model-switch">
      <Segmented
        aria-label={words.chartsOf}
        value={shown}
        options={run.models.map(({ model }, value) => ({ value, label: model.name }))}
        onChange={onShow}
      />
    </div>
  );
}

/** What stands in the way of going on. */
export function RunNotes({ run, onKey }: { run: Run; onKey: () => void }): ReactElement {
  return (
    <>
      {run.kept ? null : (
        <p className="run-note" role="alert">
          {words.notKept}
        </p>
      )}
      {run.elsewhere ? (
        <p className="run-note" role="alert">
          {words.elsewhere}
        </p>
      ) : null}
      {run.lacksKeyOf === undefined ? null : (
        <p className="run-note" role="alert">
          {words.lacksKey(run.lacksKeyOf)}{' '}
          <Button size="small" onClick={onKey}>
            {words.enterKey}
          </Button>
        </p>
      )}
    </>
  );
}

/** A row that failed, in a few words. */
export function FailedRow({ failure }: { failure: Parameters<typeof explainFailure>[0] }): ReactElement {
  return <span className="drop-fault">{explainFailure(failure).title}</span>;
}
