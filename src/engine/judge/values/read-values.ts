/** All values of a text, in order: figures and words, with unit, currency, range and bound; dates; times of day. */
import { boundBefore } from './bounds.ts';
import { languageOf } from './language-of.ts';
import { ORDINALS, UNITS, type Unit, unitAt, WEEKDAYS } from './name-tables.ts';
import { type Amount, amountAt, FRACTIONS, isPoint, plainAmount, type Scan, scaleAt } from './read-amount.ts';
import { readClock } from './read-clock.ts';
import { readDate, readYear, yearOf } from './read-dates.ts';
import { compoundBehind, inBase, prefixAt, rangeBehind, scaleLike, unitBehind } from './read-measure.ts';
import { countOf } from './read-words.ts';
import { FIGURE, isUnspacedUnit, scanTokens, type Token, WORD } from './scan-tokens.ts';
import type { ReadValue } from './value.ts';
import { point, ValueList } from './value-list.ts';

export interface ReadText {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly values: readonly ReadValue[];
  readonly language: string;
}

const MINUS = new Set(['-', '−', '–']);
const ENDINGS = new Set(['st', 'nd', 'rd', 'th', 'º', 'ª', 'er', 'ere', 'eme']);
const HALF = new Set([
  'half',
  'halb',
  'halbe',
  'halben',
  'halbes',
  'demi',
  'demie',
  'medio',
  'media',
  'mezzo',
  'mezza',
  'meio',
  'meia',
  'halve',
  'yarim',
  'pol',
]);
const BETWEEN = new Set(['between', 'zwischen', 'entre', 'tra', 'fra', 'tussen', 'miedzy']);
const FROM = new Set(['from', 'desde', 'dal', 'da', 'van']);
const BEFORE_UNIT = new Set(['per', 'a', 'each', 'every', '/', 'pro', 'par', 'por', 'una', 'une']);
const HALF_OF: Unit = { dimension: 'percent', code: '', factor: 1, rest: [], written: '' };

/** @returns the values of a text with its tokens. Linear in its length. */
export function readValues(text: string): ReadText {
  const tokens = scanTokens(text);
  const language = languageOf(tokens);
  const reader = new Reader({ text, tokens, language });
  return { text, tokens, values: reader.read(), language };
}

class Reader {
  readonly #scan: Scan;
  readonly #tokens: readonly Token[];
  readonly #list: ValueList;

  constructor(scan: Scan) {
    this.#scan = scan;
    this.#tokens = scan.tokens;
    this.#list = new ValueList(scan);
  }

  read(): ReadValue[] {
    let at = 0;
    while (at < this.#tokens.length) at = Math.max(this.#next(at), at + 1);
    return this.#list.values;
  }

  /** @returns behind what was read at a token. */
  #next(at: number): number {
    const token = this.#tokens[at]!;
    if (token.kind === WORD) return this.#readWord(at);
    if (token.kind === FIGURE) return this.#readFigure(at);
    if (FRACTIONS[token.key] !== undefined) return this.#readAmount(at, at);
    if (token.key === '.' && isPoint(this.#scan, at)) return this.#readAmount(at, at);
    if (UNITS.has(token.key)) return this.#readPrefixed(at);
    if (MINUS.has(token.key) && this.#isSign(at)) return this.#readAmount(at + 1, at, undefined, -1);
    return at + 1;
  }

  #isSign(at: number): boolean {
    const [token, next] = [this.#tokens[at]!, this.#tokens[at + 1]];
    const before = this.#tokens[at - 1];
    return (
      next?.kind === FIGURE && next.glued && (!token.glued || before?.key === '(' || before === undefined)
    );
  }

  #readWord(at: number): number {
    const token = this.#tokens[at]!;
    const next = this.#tokens[at + 1];
    // "B2", "mp3": a name.
    const unspaced = isUnspacedUnit(token.key.charCodeAt(0));
    if (
      !unspaced &&
      next?.kind === FIGURE &&
      next.glued &&
      token.key !== 'q' &&
      prefixAt(this.#scan, at) === undefined
    )
      return at + 1;
    const date = readDate(this.#tokens, at, this.#scan.language);
    if (date !== undefined) return this.#list.pushDate(at, date.to, date.date);
    const weekday = WEEKDAYS.get(token.key);
    if (weekday !== undefined) return this.#list.pushPoint(at, at + 1, 'weekday', weekday);
    const clock = readClock(this.#tokens, at);
    if (clock !== undefined) return this.#list.pushClock(at, clock);
    if (UNITS.has(token.key)) {
      const behind = this.#readPrefixed(at);
      if (behind > at) return behind;
    }
    const unit = unspaced ? token.key.charCodeAt(0) : 0;
    if (HALF.has(token.key)) return this.#readHalf(at);
    if (unit >= 0x4e00 || countOf(token.key, this.#scan.language) !== undefined || token.key.length >= 7) {
      const amount = amountAt(this.#scan, at);
      if (amount !== undefined) return this.#readAmount(at, at);
    }
    const ordinal = ORDINALS.get(token.key);
    // "first" is mostly no rank, and "per second" a time.
    if (ordinal !== undefined && ordinal > 1 && !BEFORE_UNIT.has(this.#tokens[at - 1]?.key ?? ''))
      return this.#list.pushPoint(at, at + 1, 'ordinal', ordinal);
    return at + 1;
  }

  /** "half a million", "half an hour", "half of". */
  #readHalf(at: number): number {
    let next = at + 1;
    if (/^(?:a|an|eine|einer|une|de)$/.test(this.#tokens[next]?.key ?? '')) next += 1;
    const scale = scaleAt(this.#scan, next, false, true);
    if (scale !== undefined)
      return this.#finish(at, at, { ...plainAmount(0.5 * scale.size, scale.to), step: 0.05 * scale.size });
    const unit = unitAt(this.#scan.text, this.#tokens, next);
    if (unit !== undefined && unit.unit.dimension === 'time')
      return this.#finish(at, at, plainAmount(0.5, next));
    if (/^(?:of|the|der|des|la|el|de|los|las)$/.test(this.#tokens[at + 1]?.key ?? ''))
      return this.#list.push(at, at + 1, HALF_OF, point(50), undefined, 1);
    return at + 1;
  }

  #readFigure(at: number): number {
    const tokens = this.#tokens;
    const clock = readClock(tokens, at);
    if (clock !== undefined) return this.#list.pushClock(at, clock);
    const date = readDate(tokens, at, this.#scan.language);
    if (date !== undefined) return this.#list.pushDate(at, date.to, date.date);
    // "COVID-19", "F-16", "v2": a figure of a name.
    const [before, beforeThat] = [tokens[at - 1], tokens[at - 2]];
    if (tokens[at]!.glued && before !== undefined) {
      const hyphen = MINUS.has(before.key) && before.glued && beforeThat?.kind === WORD;
      if (hyphen && (beforeThat.capital || yearOf(tokens[at]) === undefined)) return this.#skipChain(at);
      if (
        before.kind === WORD &&
        !isUnspacedUnit(before.key.charCodeAt(0)) &&
        prefixAt(this.#scan, at - 1) === undefined
      )
        return this.#skipChain(at);
      if (/[#@_\\.:]/.test(before.key) && before.glued) return this.#skipChain(at);
    }
    return this.#readAmount(at, at);
  }

  #readPrefixed(at: number): number {
    const money = prefixAt(this.#scan, at);
    if (money === undefined) return at;
    let next = money.to;
    const isFraction = (): boolean => this.#tokens[next]?.key === '.' && isPoint(this.#scan, next);
    // "Rs. 500", but "$.50".
    if (this.#tokens[next]?.key === '.' && this.#tokens[next + 1]?.kind === FIGURE && !isFraction())
      next += 1;
    const negative = MINUS.has(this.#tokens[next]?.key ?? '') && this.#tokens[next + 1]?.glued === true;
    if (negative) next += 1;
    if (this.#tokens[next]?.kind !== FIGURE && !isFraction()) return at;
    return this.#readAmount(next, at, money.unit, negative ? -1 : 1);
  }

  #skipChain(at: number): number {
    let next = at + 1;
    while (
      next < this.#tokens.length &&
      this.#tokens[next]!.glued &&
      /^[\d.:_-]+$/.test(this.#tokens[next]!.key)
    )
      next += 1;
    return next;
  }

  #readAmount(at: number, from: number, prefix?: Unit, sign = 1): number {
    const amount = amountAt(this.#scan, at, prefix !== undefined);
    if (amount === undefined) return this.#tokens[at]!.kind === FIGURE ? this.#skipChain(at) : at + 1;
    const signed = sign === 1 ? amount : { ...amount, value: -amount.value, other: undefined };
    return this.#finish(at, from, signed, prefix);
  }

  #finish(at: number, from: number, amount: Amount, prefix?: Unit): number {
    const tokens = this.#tokens;
    const next = tokens[amount.to];
    const single = amount.to === at + 1 && tokens[at]!.kind === FIGURE;
    if (single && prefix === undefined && next?.glued && ENDINGS.has(next.key))
      return this.#list.pushPoint(from, amount.to + 1, 'ordinal', amount.value);
    const decade = single && prefix === undefined ? readYear(tokens, at) : undefined;
    if (decade !== undefined && decade.date.from !== decade.date.to)
      return this.#list.pushDate(from, decade.to, decade.date);
    const unit = unitBehind(this.#scan, amount.to, amount);
    const year =
      single && prefix === undefined && (unit === undefined || tokens[at - 1]?.key === 'in')
        ? decade
        : undefined;
    if (year !== undefined && boundBefore(tokens, from)?.kind !== 'more')
      return this.#list.pushDate(from, year.to, year.date, year.bare);
    if (prefix === undefined && unit === undefined) {
      if (amount.article) return amount.to;
      // "4x4", "5G", "16th-century": a figure with letters of its own.
      if (
        single &&
        next?.kind === WORD &&
        next.glued &&
        !isUnspacedUnit(next.key.charCodeAt(0)) &&
        !/^(?:er|s)$/.test(next.key)
      )
        return amount.to + 1;
      const score = single ? this.#scoreAt(at) : undefined;
      if (score !== undefined) return score;
    }
    const before = tokens[from - 1]?.key ?? '';
    const range = rangeBehind(
      this.#scan,
      unit === undefined ? amount.to : unit.to,
      prefix,
      BETWEEN.has(before),
      FROM.has(before),
    );
    if (range !== undefined) {
      const upper = unitBehind(this.#scan, range.to, range);
      const measure = upper?.unit ?? unit?.unit ?? prefix;
      if (unit === undefined || upper === undefined || unit.unit.dimension === upper.unit.dimension) {
        const low = inBase(amount.value * scaleLike(amount, range), unit?.unit ?? measure);
        const high = inBase(range.value, measure);
        if (low < high) {
          const interval = { low, high, open: false };
          return this.#list.push(from, upper?.to ?? range.to, measure, interval, undefined, 0);
        }
      }
    }
    const measure = prefix ?? unit?.unit;
    let to = unit?.to ?? amount.to;
    if (prefix !== undefined && unit?.unit.dimension !== 'money') to = amount.to;
    let low = inBase(amount.value, measure);
    const compound = unit === undefined ? undefined : compoundBehind(this.#scan, unit.to, unit.unit);
    if (compound !== undefined) {
      low += compound.value;
      to = compound.to;
    }
    const other = amount.other === undefined ? undefined : point(inBase(amount.other, measure));
    return this.#list.push(
      from,
      to,
      measure,
      point(low),
      other,
      amount.step * (measure?.factor ?? 1),
      amount.mark,
    );
  }

  /** "3–1", "3:1": a result. */
  #scoreAt(at: number): number | undefined {
    const [joint, next] = [this.#tokens[at + 1], this.#tokens[at + 2]];
    if (
      joint === undefined ||
      !/^[-–:]$/.test(joint.key) ||
      !joint.glued ||
      next?.kind !== FIGURE ||
      !next.glued
    )
      return undefined;
    const [a, b] = [Number(this.#tokens[at]!.key), Number(next.key)];
    if (!(a <= 200 && b <= 200) || (joint.key !== ':' && a < b)) return undefined;
    return this.#list.pushPoint(at, at + 3, 'score', a * 1000 + b);
  }
}
