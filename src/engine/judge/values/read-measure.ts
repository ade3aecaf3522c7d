/** What stands behind a number or before it: its unit, a range, a smaller unit, "per month". */

import { RANGE_JOINTS } from './bounds.ts';
import { type Unit, unitAt } from './name-tables.ts';
import { type Amount, amountAt, type Scan } from './read-amount.ts';
import { countOf } from './read-words.ts';
import { FIGURE, isUnspacedUnit, MARK, WORD } from './scan-tokens.ts';

const AND = new Set(['and', 'und', 'et', 'y', 'e', 'en', 'i']);
/** 5 ft 10 in: a unit there alone. */
const INCH_BEHIND = new Set(['in', '″', '"']);
const PER = new Set(['per', 'pro', 'par', 'por', '/', 'je', 'al', 'a', 'an', 'each', 'every']);

/** A currency before its amount. */
/** @returns the sign or code that stands before its amount. */
export function prefixAt(scan: Scan, at: number): { unit: Unit; to: number } | undefined {
  const found = unitAt(scan.text, scan.tokens, at);
  // Turkish: "%25".
  if (
    found?.unit.dimension === 'percent' &&
    scan.tokens[found.to]?.glued === true &&
    at === found.to - 1 &&
    !scan.tokens[at]!.glued
  )
    return found.unit.written === '%' ? found : undefined;
  if (found?.unit.dimension !== 'money') return undefined;
  const written = scan.text.slice(scan.tokens[at]!.start, scan.tokens[found.to - 1]!.end);
  // "won 5 titles": a word before an amount is a currency only as a code or a sign.
  return /\p{Sc}|^[A-Z]{2,4}$|^Rs$/u.test(written) ? found : undefined;
}

export function inBase(value: number, unit: Unit | undefined): number {
  if (unit === undefined) return value;
  if (unit.dimension === 'temperature' && unit.factor < 1) return round((value - 32) / 1.8);
  return round(value * unit.factor);
}

export function unitBehind(scan: Scan, at: number, amount: Amount): { unit: Unit; to: number } | undefined {
  const tokens = scan.tokens;
  let place = at;
  const hyphen = tokens[place];
  if (hyphen?.glued && /^[-‑]$/.test(hyphen.key) && tokens[place + 1]?.glued) place += 1;
  // "5 million of dollars", "millones de euros".
  if (amount.value >= 1e6 && /^(?:de|d|di|of)$/.test(tokens[place]?.key ?? '')) place += 1;
  const found = unitAt(scan.text, tokens, place);
  if (found === undefined) return undefined;
  const first = tokens[place]!;
  const behind = tokens[found.to];
  const { unit } = found;
  // One letter is a unit as it is written, and not before an apostrophe.
  if (
    first.kind === WORD &&
    first.key.length === 1 &&
    found.to === place + 1 &&
    !isUnspacedUnit(first.key.charCodeAt(0))
  ) {
    if (unit.written !== scan.text.slice(first.start, first.end)) return undefined;
    if (behind?.glued && !/^[.,;:)/]$/.test(behind.key)) return undefined;
  }
  if (amount.article && unit.dimension === 'times') return undefined;
  // "an" and "or" are words of other languages.
  if (/^(?:an|pie|pies|real|won|anno)$/.test(first.key) && scan.language === 'en') return undefined;
  return found;
}

export function rangeBehind(
  scan: Scan,
  at: number,
  prefix: Unit | undefined,
  between: boolean,
  from: boolean,
): Amount | undefined {
  const joint = scan.tokens[at];
  if (joint === undefined || !(RANGE_JOINTS.has(joint.key) || (between && AND.has(joint.key))))
    return undefined;
  // "rose from 3 to 5": two values.
  if (from) return undefined;
  let place = at + 1;
  if (prefix !== undefined && prefixAt(scan, place)?.unit.code === prefix.code) place += 1;
  if (scan.tokens[place]?.kind !== FIGURE && joint.kind === MARK) return undefined;
  const amount = amountAt(scan, place, prefix !== undefined);
  return amount === undefined || amount.article ? undefined : amount;
}

/** "5 feet 10 inches", "1 hour and 30 minutes". */
export function compoundBehind(
  scan: Scan,
  at: number,
  unit: Unit,
): { value: number; to: number } | undefined {
  if (!['time', 'length', 'mass'].includes(unit.dimension)) return undefined;
  let place = at;
  if (/^(?:and|,|und|et|y|e|en)$/.test(scan.tokens[place]?.key ?? '')) place += 1;
  if (
    scan.tokens[place]?.kind !== FIGURE &&
    countOf(scan.tokens[place]?.key ?? '', scan.language) === undefined
  )
    return undefined;
  const amount = amountAt(scan, place);
  if (amount === undefined) return undefined;
  if (unit.factor === 0.3048 && INCH_BEHIND.has(scan.tokens[amount.to]?.key ?? '') && amount.value < 12)
    return { value: amount.value * 0.0254, to: amount.to + 1 };
  const next = unitBehind(scan, amount.to, amount);
  if (next === undefined || next.unit.dimension !== unit.dimension || next.unit.factor >= unit.factor)
    return undefined;
  if (amount.value * next.unit.factor >= unit.factor * 1.0001) return undefined;
  return { value: amount.value * next.unit.factor, to: next.to };
}

/** "per month", "/h": another unit than the amount alone. */
export function perBehind(scan: Scan, at: number): { per: string; to: number } | undefined {
  if (!PER.has(scan.tokens[at]?.key ?? '')) return undefined;
  const found = unitAt(scan.text, scan.tokens, at + 1);
  if (found === undefined || found.unit.dimension === 'money') return undefined;
  return { per: `/${found.unit.dimension}${found.unit.factor}`, to: found.to };
}

/** "3 to 5 million": the scale of the second is that of the first as well. */
export function scaleLike(low: Amount, high: Amount): number {
  return low.step <= 1 && low.value < 1000 ? scaleOf(high) : 1;
}

function scaleOf({ value, step }: Amount): number {
  for (const size of [1e12, 1e9, 1e6, 1e3]) if (value >= size && step >= size / 100) return size;
  return 1;
}

/** Takes off what binary fractions add. */
function round(value: number): number {
  return Number(value.toPrecision(12));
}
