import { Radio, Select } from 'antd';
import { type ReactElement, useMemo } from 'react';
import { ModelPicker } from '../chat/model-picker.tsx';
import { nameChoice } from '../shell/name-choice.ts';
import { SourcePicker } from '../sources/source-picker.tsx';
import { WhereTextsGo } from '../sources/where-texts-go.tsx';
import { isSandboxKey, keyFor, useKeys } from '../state/keys.ts';
import { useChoice } from '../state/models.ts';
import { texts } from '../texts.ts';
import { MEASURES } from './measure-row.ts';
import { SecondModel } from './models-of-run.tsx';
import { countTexts } from './read-rows.ts';
import { useReferences } from './references.ts';
import type { Run, RunSetup as Setup } from './run.ts';
import { setUpRun } from './run-store.ts';

const { evaluate: words } = texts;
/** Rows that are named at most. */
const NAMED = 12;
/** Rows to a text, on average, from which that is remarked on. */
const MOST_ALIKE = 1.25;

/** What is measured of which columns, by which models. */
export function RunSetup({ run }: { run: Run }): ReactElement {
  const choice = useChoice();
  const second = run.second?.id === choice?.model.model_id ? undefined : run.second;
  const keys = useKeys();
  const outside =
    second !== undefined &&
    second.provider !== choice?.provider &&
    !isSandboxKey(keyFor(second.provider, keys));
  return (
    <>
      <Radio.Group
        className="measures"
        aria-label={words.measure}
        value={run.measure}
        onChange={(event) => setUpRun({ measure: event.target.value })}
        options={MEASURES.map((value) => ({
          value,
          label: (
            <span className="measure">
              <strong>{words.measures[value].title}</strong>
              <span className="faint small">{words.measures[value].more}</span>
            </span>
          ),
        }))}
      />
      <div className="run-fields">
        <ColumnField run={run} of="textColumn" label={words.text} />
        {run.measure === 'extraction' ? (
          <>
            <ColumnField run={run} of="claimsColumn" label={words.claimsColumn} />
            <ColumnField run={run} of="idColumn" label={words.id} />
          </>
        ) : (
          <ColumnField run={run} of="expectedColumn" label={words.expected} />
        )}
        <div className="field">
          <span className="field-label">{words.model}</span>
          <ModelPicker variant="outlined" />
        </div>
        <div className="field">
          <span className="field-label">{words.second}</span>
          <SecondModel
            first={choice?.model.model_id}
            chosen={second}
            onChoose={(model) => setUpRun({ second: model })}
          />
        </div>
      </div>
      {run.measure === 'verdicts' ? <ReferencesRead run={run} /> : null}
      {run.measure === 'verdicts' ? <SourcePicker /> : null}
      <div>
        <WhereTextsGo view="evaluate" claims={run.measure === 'verdicts'} />
        <p className="faint small run-summary">
          {outside ? `${words.secondGoes(second.provider)} ` : ''}
          {words.keptHere}
        </p>
      </div>
    </>
  );
}

type ColumnName = Exclude<keyof Setup, 'measure'>;

function ColumnField({ run, of, label }: { run: Run; of: ColumnName; label: string }): ReactElement {
  const columns = run.columns.map((value) => ({ value, label: value }));
  const options = of === 'textColumn' ? columns : [{ value: '', label: words.noColumn }, ...columns];
  const id = `column-${of}`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        aria-label={nameChoice(label, run[of] ?? words.noColumn)}
        value={run[of] ?? ''}
        options={options}
        onChange={(column) => setUpRun({ [of]: column === '' ? undefined : column })}
      />
    </div>
  );
}

/** How the verdicts of the file were read, and how a text of several claims gets one. */
export function ReferencesRead({ run }: { run: Run }): ReactElement {
  const { verdicts, unclear, empty } = useReferences(run);
  const read = verdicts.filter((verdict) => verdict !== undefined).length;
  const named = run.expectedColumn !== undefined;
  return (
    <div className="references-read">
      {named ? (
        <p className="references-line">
          {words.references(read)} {empty === 0 ? '' : words.noReferences(empty)}{' '}
          {unclear.length === 0 ? null : (
            <strong>
              {words.unclear(
                unclear.length,
                listSome(unclear.map(({ row, words: said }) => words.unclearRow(row, said.slice(0, 40)))),
              )}
            </strong>
          )}
        </p>
      ) : null}
      <p className="faint small references-line">{words.rule}</p>
    </div>
  );
}

export function UnreadLines({ run }: { run: Run }): ReactElement | null {
  const { unread } = run;
  if (unread.length === 0) return null;
  return <p className="run-note">{words.unread(unread.length, listSome(unread.map(String)))}</p>;
}

/** A model that is right about one text is so about all of its rows: they say less than as many texts would. */
export function RepeatedTexts({ run: { rows, textColumn } }: { run: Run }): ReactElement | null {
  const texts = useMemo(() => countTexts(rows, textColumn), [rows, textColumn]);
  if (texts === 0 || texts * MOST_ALIKE > rows.length) return null;
  return <p className="run-note">{words.repeated(rows.length, texts)}</p>;
}

function listSome(items: readonly string[]): string {
  const more = items.length - NAMED;
  return [...items.slice(0, NAMED), ...(more > 0 ? [words.andMore(more)] : [])].join(', ');
}
