/** What is known of a check beside its text and claims: what it is called, who answers for it, what was checked, by whom. */
import { type Fields, isFields, listOf } from './read-claims.ts';

/** The article whose text was checked. */
export interface CheckedDocument {
  readonly title?: string;
  readonly author?: string;
  /** ISO 8601 where it could be read; otherwise as it stood there. */
  readonly date?: string;
  readonly url?: string;
}

export interface Judge {
  /** The model's id. */
  readonly model: string;
  /** The sandbox answered in its stead. */
  readonly simulated?: boolean;
}

export interface Judged {
  /** Unix milliseconds of the last verdict. */
  readonly at: number;
  /** Each model that gave a verdict, once. */
  readonly by: readonly Judge[];
}

export interface CheckAbout {
  /** As the person named it: the report's title, and its name in the list of checks. */
  readonly title?: string;
  readonly author?: string;
  /** The organisation that publishes it. */
  readonly publisher?: string;
  /** ISO 8601 day. */
  readonly date?: string;
  /** Where the report is published. */
  readonly url?: string;
  readonly document?: CheckedDocument;
  readonly judged?: Judged;
}

const DOCUMENT = ['title', 'author', 'date', 'url'] as const;
const REPORT = ['title', 'author', 'publisher', 'date', 'url'] as const;

/** Reads what is kept or imported: what is no text is left out. */
export function readAbout(value: unknown): CheckAbout {
  if (!isFields(value)) return {};
  const document = isFields(value.document) ? pickTexts(value.document, DOCUMENT) : {};
  const judged = readJudged(value.judged);
  return {
    ...pickTexts(value, REPORT),
    ...(Object.keys(document).length === 0 ? {} : { document }),
    ...(judged === undefined ? {} : { judged }),
  };
}

function readJudged(value: unknown): Judged | undefined {
  if (!isFields(value) || typeof value.at !== 'number' || !Number.isFinite(value.at)) return undefined;
  const by = listOf(value.by).flatMap((judge) =>
    isFields(judge) && typeof judge.model === 'string'
      ? [{ model: judge.model, ...(judge.simulated === true ? { simulated: true } : {}) }]
      : [],
  );
  return { at: value.at, by };
}

/** The fields that hold text, without empty ones. */
export function pickTexts<K extends string>(fields: Fields, names: readonly K[]): { [key in K]?: string } {
  const texts: { [key in K]?: string } = {};
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value.trim() !== '') texts[name] = value.trim();
  }
  return texts;
}

/** Puts the one who judged last at the end. */
export function addJudge(before: Judged | undefined, judge: Judge, at: number): Judged {
  const others = (before?.by ?? []).filter(
    ({ model, simulated }) => model !== judge.model || simulated !== judge.simulated,
  );
  return { at, by: [...others, judge] };
}
