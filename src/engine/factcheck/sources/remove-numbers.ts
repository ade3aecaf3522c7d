/** Telephone, card and account numbers: numbers that belong to people. */
import { freeSpacing } from '../../text/free-spacing.ts';

/** A run of digits with what may stand between them; begins and ends with a digit. */
const RUN = /(?:\+ ?|\(\+?)?\d(?:[\d().\-–—−‑/_·•,' ]*\d)?/g;
/** Words that say that a telephone number follows. */
const CALL = freeSpacing('iu')`
  (?<![a-z])(?:
    tel(?:efon|éfono|ephone|\.)?|phone(?: number)?|fax|mobile|mobil|handy|cell(?:phone)?|call(?:ing|ed)?
    |dial|whats ?app|signal|sms|hotline|ring
  )(?: me| us| him| her| them| at| on| is| no\.?| number| now| nr\.?| unter)*[\s:.#]*$
`;

/** @returns the text, a blank in place of each number of a person. */
export function removeNumbersOfPeople(text: string): string {
  return text.replace(RUN, (run: string, index: number) => {
    const called = CALL.test(text.slice(Math.max(0, index - 60), index));
    return keepQuantities(run, called);
  });
}

/** Removes from one run of digits each part that is a number of a person. */
function keepQuantities(run: string, called: boolean): string {
  const groups = run.match(/\d+/g) ?? [];
  const digits = groups.join('');
  if (digits.length < 7) return called && digits.length >= 5 ? ' ' : run;
  // Two dates have as many digits as a card, of which one in ten fits.
  const parts = withoutDates(run).split('\n');
  if (called || parts.some((part) => hasCardNumber(part.match(/\d+/g) ?? []))) return ' ';
  if (/^\d{1,2}[.,]\d+$/.test(run)) return run;
  if (groups.some(isBarePhoneNumber)) return ' ';
  return withoutDates(run) === run ? (isPhoneNumber(run, groups) ? ' ' : run) : withoutPhones(run);
}

/** Dates stay, even where the rest of the run goes. */
const DATE = /(?<!\d)(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{4})(?!\d)/g;

function withoutDates(run: string): string {
  return run.replace(DATE, '\n');
}

function withoutPhones(run: string): string {
  const dates = run.match(DATE) ?? [];
  return withoutDates(run)
    .split('\n')
    .map((part) => {
      const groups = part.match(/\d+/g) ?? [];
      return groups.length > 0 && isPhoneNumber(part.trim(), groups) ? ' ' : part;
    })
    .reduce((text, part, index) => `${text}${dates[index - 1] ?? ''}${part}`);
}

/** Ten digits without a gap that are not round: nobody writes a quantity so. */
function isBarePhoneNumber(group: string): boolean {
  return group.length >= 10 && !/^\d{1,4}0{6,}$/.test(group);
}

function isPhoneNumber(run: string, groups: readonly string[]): boolean {
  const count = groups.join('').length;
  const [first = ''] = groups;
  if (count > 17) return !isThousands(run) && !groups.every(isYear) && groups.length < 8;
  if (/^\(?\+/.test(run)) return !/^\(?\+ ?\d{1,3}(?:,\d{3})+$/.test(run);
  if (/\(\d{1,5}\)/.test(run)) return true;
  // A trunk prefix: no quantity begins with 0, but for a decimal.
  if (first.startsWith('0') && first.length > 1) return true;
  if (/^0[ \-/]/.test(run)) return true;
  if (run.includes(',') || isThousands(run) || groups.every(isYear)) return false;
  if (groups.length === 1) return false;
  if (/^1?[ .-]?\d{3}[ .\-‑–/]\d{3}[ .\-‑–]?\d{4}$/.test(run)) return true;
  // A social security number.
  if (/^\d{3}-\d{2}-\d{4}$/.test(run)) return true;
  if (groups.length >= 4 && groups.every((group) => group.length === 2)) return true;
  return count >= 9 && groups.length >= 2 && !(groups.length === 2 && /[-–—−]/.test(run) && alike(groups));
}

/** `1 000 000`, `1.000.000`, `1'000'000`; ranges of such numbers; laws by number and year (`10.408/2002`). */
function isThousands(run: string): boolean {
  const number = String.raw`\d{1,3}(?:([ .,'])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d+)?`;
  return new RegExp(`^${number}(?: ?[-–—−] ?\\d{1,3}(?:[ .,']\\d{3})*|/\\d{2,4})?$`).test(run);
}

function isYear(group: string): boolean {
  return /^(?:1\d|20)\d{2}$/.test(group);
}

/** A range's two ends are about as long. */
function alike(groups: readonly string[]): boolean {
  return Math.abs((groups[0]?.length ?? 0) - (groups[1]?.length ?? 0)) <= 1;
}

/** Whether neighbouring groups together are a number of 13 to 19 digits whose check digit is right. */
function hasCardNumber(groups: readonly string[]): boolean {
  for (let from = 0; from < groups.length; from++) {
    let digits = '';
    for (let to = from; to < groups.length && digits.length < 19; to++) {
      digits += groups[to];
      if (digits.length >= 13 && digits.length <= 19 && passesLuhn(digits)) return true;
    }
  }
  return false;
}

/** ISO/IEC 7812-1, annex B. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
