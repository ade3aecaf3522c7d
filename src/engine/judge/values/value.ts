/** A value that a text states, with what it is a value of. */
export interface Value {
  /** UTF-16 offsets into the text, unit and currency included: "4.5 million euros", "3 May 2020". */
  readonly start: number;
  readonly end: number;
  /** What stands there. */
  readonly text: string;
  /**
   * What is measured: `count`, `percent`, `points` (percentage points), `money`, `length`, `time` and so on as in
   * `data/units.json`; `date`, `clock` (time of day), `weekday`, `ordinal`, `score`.
   */
  readonly dimension: string;
}

/**
 * What a value says, in the dimension's base unit (metre, gram, second, litre, °C, byte, euro): a point, a range or a
 * bound. Of a clock minutes since midnight, of a date its year: see {@link DateParts}.
 */
export interface Interval {
  readonly low: number;
  readonly high: number;
  /** Whether the ends themselves are left out: "more than 10". */
  readonly open: boolean;
}

/** What a date names; a part that it leaves out is `undefined`. */
export interface DateParts {
  /** First and last year: of a decade or a century several. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** First and last month, 1 to 12: of a quarter three. */
  readonly month?: number | undefined;
  readonly lastMonth?: number | undefined;
  readonly day?: number | undefined;
  /** From one year to another, as a season: "2019/20". */
  readonly span?: boolean;
  /** Day and month may stand the other way round: "03/05/2020". */
  readonly swappable?: boolean;
}

export interface ReadValue extends Value {
  /** Its first token, and the one behind its last. */
  readonly from: number;
  readonly to: number;
  readonly interval: Interval;
  /** Another reading of the same figure: "1.234" is 1234 in some languages, "5:00" may be in the afternoon. */
  readonly other?: Interval | undefined;
  /** The point or comma that the other reading comes from. */
  readonly mark?: string | undefined;
  readonly date?: DateParts | undefined;
  /** The currency's code; units that cannot be converted into one another. */
  readonly unit: string;
  /** "about", "nearly". */
  readonly about: boolean;
  /** The size of its last digit that counts, in the base unit: 1e5 in "3.5 million". 0 where it is exact. */
  readonly step: number;
  /** "before", "after", "since": of a date, what lies on one side of it. */
  readonly bound: string;
  /** How a bound is meant: `more`, `least`, `less`, `most`; else empty. */
  readonly limit: string;
  /** "much longer than": a bound that is far off itself. */
  readonly isFar: boolean;
  /** Whether it is a year that may as well be a count. */
  readonly bare: boolean;
}
