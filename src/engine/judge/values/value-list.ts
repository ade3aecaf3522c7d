/** Puts the values of a text together as they are read. */
import { boundBefore, boundBehind } from './bounds.ts';
import type { Unit } from './name-tables.ts';
import type { Scan } from './read-amount.ts';
import type { Clock } from './read-clock.ts';
import { perBehind } from './read-measure.ts';
import type { Token } from './scan-tokens.ts';
import type { DateParts, Interval, ReadValue } from './value.ts';

/** What a value is that says no more than its figure. */
const EXACT = { unit: '', about: false, step: 0, bound: '', limit: '', isFar: false, bare: false };

/** Each method returns the token behind the value. */
export class ValueList {
  readonly values: ReadValue[] = [];
  readonly #scan: Scan;
  readonly #tokens: readonly Token[];

  constructor(scan: Scan) {
    this.#scan = scan;
    this.#tokens = scan.tokens;
  }

  push(
    from: number,
    to: number,
    unit: Unit | undefined,
    interval: Interval,
    other: Interval | undefined,
    step: number,
    mark?: string,
  ): number {
    const per = unit === undefined ? undefined : perBehind(this.#scan, to);
    const end = per?.to ?? to;
    const behind = boundBehind(this.#tokens, end);
    const { kind, isFar } = behind ?? boundBefore(this.#tokens, from) ?? { kind: '', isFar: false };
    const exact = interval.low === interval.high;
    this.values.push({
      ...this.#span(from, end),
      dimension: unit?.dimension ?? 'count',
      interval: exact ? bound(interval, kind) : interval,
      other: kind === '' || kind === 'about' ? other : undefined,
      unit: `${unit?.code ?? ''}${per?.per ?? ''}`,
      about: kind === 'about',
      step: exact ? step : 0,
      mark,
      limit: exact && kind !== 'about' ? kind : '',
      isFar,
      bound: '',
      bare: false,
    });
    return behind?.to ?? end;
  }

  pushPoint(from: number, to: number, dimension: string, value: number): number {
    this.values.push({ ...this.#span(from, to), ...EXACT, dimension, interval: point(value) });
    return to;
  }

  pushClock(from: number, { minutes, sure, to }: Clock): number {
    this.values.push({
      ...this.#span(from, to),
      ...EXACT,
      dimension: 'clock',
      interval: point(minutes),
      other: sure ? undefined : point((minutes + 720) % 1440),
      bound: boundOfDate(this.#tokens, from),
    });
    return to;
  }

  pushDate(from: number, to: number, date: DateParts, bare = false): number {
    this.values.push({
      ...this.#span(from, to),
      ...EXACT,
      dimension: 'date',
      interval: point(date.from ?? 0),
      date,
      bare,
      about: boundBefore(this.#tokens, from)?.kind === 'about',
      bound: boundOfDate(this.#tokens, from),
    });
    return to;
  }

  #span(from: number, to: number): Pick<ReadValue, 'start' | 'end' | 'text' | 'from' | 'to'> {
    const [start, end] = [this.#tokens[from]!.start, this.#tokens[to - 1]!.end];
    return { start, end, text: this.#scan.text.slice(start, end), from, to };
  }
}

function boundOfDate(tokens: readonly Token[], from: number): string {
  const kind = boundBefore(tokens, from, true)?.kind;
  return kind === 'before' || kind === 'after' ? kind : '';
}

export function point(value: number): Interval {
  return { low: value, high: value, open: false };
}

function bound({ low }: Interval, kind: string): Interval {
  if (kind === 'more') return { low, high: Number.POSITIVE_INFINITY, open: true };
  if (kind === 'least') return { low, high: Number.POSITIVE_INFINITY, open: false };
  if (kind === 'less') return { low: Number.NEGATIVE_INFINITY, high: low, open: true };
  if (kind === 'most') return { low: Number.NEGATIVE_INFINITY, high: low, open: false };
  return point(low);
}
