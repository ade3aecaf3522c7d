/** Reads an evaluation run of a file that anybody may have written. */
import { type Fields, isFields, readClaims } from '../claims/read-claims.ts';
import type { KeptModel, KeptResult, KeptRun, WholeRun } from '../evaluate/keep-runs.ts';
import { MEASURES, type Result } from '../evaluate/measure-row.ts';
import type { Row } from '../evaluate/read-rows.ts';
import { MOST, MOST_MODELS } from '../evaluate/run.ts';
import { texts } from '../texts.ts';
import { fieldsOf, itemsOf, need } from './archive-fields.ts';

const { wanted } = texts.data;
const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isAbsentOr = (test: (value: unknown) => boolean, value: unknown): boolean =>
  value === undefined || value === null || test(value);

/** @throws {ArchiveFault} which names the first thing that is wrong. */
export function toRun(item: Fields, place: string): WholeRun & { readonly id: string } {
  const rows = itemsOf(item.rows, `${place}.rows`).map((row, at): Row => {
    const cells = fieldsOf(row, `${place}.rows[${at}]`);
    for (const [name, cell] of Object.entries(cells))
      need(isText(cell), `${place}.rows[${at}].${name}`, wanted.text);
    return cells as Row;
  });
  need(rows.length <= MOST, `${place}.rows`, wanted.fewRows(MOST));
  const run = toKeptRun(fieldsOf(item.run, `${place}.run`), `${place}.run`, rows.length);
  const results = itemsOf(item.results, `${place}.results`).map((one, at) =>
    toKeptResult(
      fieldsOf(one, `${place}.results[${at}]`),
      `${place}.results[${at}]`,
      run.models.length,
      rows.length,
    ),
  );
  return { id: run.id, run, rows, results };
}

function toKeptRun(item: Fields, place: string, size: number): KeptRun {
  const { id, file, created, total, unread, columns, measure, models, textColumn } = item;
  need(isText(id) && id !== '', `${place}.id`, wanted.id);
  need(isText(file), `${place}.file`, wanted.text);
  need(isNumber(created), `${place}.created`, wanted.number);
  need(isNumber(total), `${place}.total`, wanted.number);
  need(
    MEASURES.some((known) => known === measure),
    `${place}.measure`,
    wanted.measure,
  );
  need(isText(textColumn), `${place}.textColumn`, wanted.text);
  for (const name of ['idColumn', 'expectedColumn', 'claimsColumn'])
    need(isAbsentOr(isText, item[name]), `${place}.${name}`, wanted.text);
  itemsOf(unread, `${place}.unread`).forEach((line, at) => {
    need(isNumber(line), `${place}.unread[${at}]`, wanted.number);
  });
  itemsOf(columns, `${place}.columns`).forEach((name, at) => {
    need(isText(name), `${place}.columns[${at}]`, wanted.text);
  });
  const read = itemsOf(models, `${place}.models`).map((model, at) =>
    toModel(fieldsOf(model, `${place}.models[${at}]`), `${place}.models[${at}]`),
  );
  need(read.length <= MOST_MODELS, `${place}.models`, wanted.fewModels(MOST_MODELS));
  const { idColumn, expectedColumn, claimsColumn } = item;
  return {
    ...{
      id,
      file,
      created,
      total,
      unread,
      columns,
      measure,
      textColumn,
      idColumn,
      expectedColumn,
      claimsColumn,
    },
    ...{ size, models: read },
  } as KeptRun;
}

function toModel({ model, keyKind, ran }: Fields, place: string): KeptModel {
  const { provider, id, name } = fieldsOf(model, `${place}.model`);
  for (const [field, value] of Object.entries({ provider, id, name }))
    need(isText(value), `${place}.model.${field}`, wanted.text);
  need(isNumber(ran), `${place}.ran`, wanted.number);
  const kind = keyKind === 'own' || keyKind === 'sandbox' ? { keyKind } : {};
  // What runs elsewhere does not run here.
  return { model: { provider, id, name }, ...kind, ran, running: false } as KeptModel;
}

const SCORES = ['accuracy_score', 'completeness_score', 'coherence_score', 'confidence'];
const WORDS = ['claim_id', 'original_text', 'extracted_claim', 'category', 'timestamp'];
const LISTS = ['added', 'missing', 'faults'];

function toKeptResult(item: Fields, place: string, models: number, rows: number): KeptResult {
  const { model, row } = item;
  need(
    Number.isInteger(model) && (model as number) >= 0 && (model as number) < models,
    `${place}.model`,
    wanted.place,
  );
  need(Number.isInteger(row) && (row as number) >= 0 && (row as number) < rows, `${place}.row`, wanted.place);
  const result = fieldsOf(item.result, `${place}.result`);
  const { claims, scored, tokens, confidence, failure } = result;
  itemsOf(claims, `${place}.result.claims`).forEach((claim, at) => {
    need(readClaims([claim]).length === 1, `${place}.result.claims[${at}]`, wanted.claim);
  });
  itemsOf(scored, `${place}.result.scored`).forEach((claim, at) => {
    need(isScored(claim), `${place}.result.scored[${at}]`, wanted.claim);
  });
  need(isNumber(tokens), `${place}.result.tokens`, wanted.number);
  need(isAbsentOr(isNumber, confidence), `${place}.result.confidence`, wanted.number);
  need(isAbsentOr(isText, result.verdict), `${place}.result.verdict`, wanted.text);
  need(isAbsentOr(isFailure, failure), `${place}.result.failure`, wanted.object);
  return { model, row, result: result as unknown as Result } as KeptResult;
}

function isScored(value: unknown): boolean {
  if (!isFields(value)) return false;
  return (
    SCORES.every((name) => isNumber(value[name])) &&
    WORDS.every((name) => isText(value[name])) &&
    LISTS.every((name) => Array.isArray(value[name]) && (value[name] as unknown[]).every(isText))
  );
}

function isFailure(value: unknown): boolean {
  return isFields(value) && isNumber(value.status) && isText(value.code) && isText(value.message);
}
