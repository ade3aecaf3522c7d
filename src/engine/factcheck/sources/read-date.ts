const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/**
 * @param value a date as sources write it: ISO 8601 with or without time, `5 January 2023`, `Jan 5, 2023`,
 *   RFC 1123, or Crossref's `[2023, 1, 5]`.
 * @returns an ISO 8601 date as precise as the source was (`2023`, `2023-01`, `2023-01-05`), or `undefined`
 *   for anything else. Nothing is guessed: `2 days ago` and `1/2/2023` are no dates.
 */
export function readDate(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const [year, month, day] = value as readonly unknown[];
    return writeDate(numberOf(year), numberOf(month), numberOf(day));
  }
  if (typeof value !== 'string') return undefined;
  const text = value.slice(0, 64).trim();
  const iso = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ].*)?)?)?$/.exec(text);
  if (iso !== null) return writeDate(numberOf(iso[1]), numberOf(iso[2]), numberOf(iso[3]));
  const dayFirst = /^(?:[A-Za-z]{3,9},? )?(\d{1,2})\.? ([A-Za-z]{3,9})\.?,? (\d{4})(?:,? .*)?$/.exec(text);
  if (dayFirst !== null) return writeDate(Number(dayFirst[3]), monthOf(dayFirst[2]), Number(dayFirst[1]));
  const monthFirst = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})(?:,? .*)?$/.exec(text);
  if (monthFirst !== null) {
    return writeDate(Number(monthFirst[3]), monthOf(monthFirst[1]), Number(monthFirst[2]));
  }
  const monthAlone = /^([A-Za-z]{3,9})\.? (\d{4})$/.exec(text);
  if (monthAlone !== null) return writeDate(Number(monthAlone[2]), monthOf(monthAlone[1]), undefined);
  return undefined;
}

/** @returns the number; `undefined` where there is none; NaN where something else stands there. */
function numberOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
}

/** 1 to 12, or NaN. */
function monthOf(name: string | undefined): number {
  const at = MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase());
  return at === -1 ? Number.NaN : at + 1;
}

function writeDate(year?: number, month?: number, day?: number): string | undefined {
  if (year === undefined || !Number.isInteger(year) || year < 1000 || year > 2999) return undefined;
  if (month === undefined) return String(year);
  if (!Number.isInteger(month) || month < 1 || month > 12) return undefined;
  const yearAndMonth = `${year}-${String(month).padStart(2, '0')}`;
  if (day === undefined) return yearAndMonth;
  // Day 0 of the next month is this month's last.
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (!Number.isInteger(day) || day < 1 || day > last) return undefined;
  return `${yearAndMonth}-${String(day).padStart(2, '0')}`;
}
