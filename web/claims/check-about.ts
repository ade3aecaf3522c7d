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
  /** Where the gateway shows it to anybody. */
  readonly published?: Published | undefined;
  /** Where others decide on it too. */
  readonly shared?: SharedAs | undefined;
}

/** A check that several people decide on, as this browser takes part. */
export interface SharedAs {
  /** Opens it at the gateway. */
  readonly code: string;
  readonly url: string;
  /** Whether this browser shares it. */
  readonly owner: boolean;
  /** Tells this person to the gateway; nobody else has it. */
  readonly person: string;
  /** As others know this person; `''` before it was given: then nothing is sent. */
  readonly name: string;
  /** As others see this person; absent before anything was sent. */
  readonly you?: string | undefined;
  /** When each decision was made that others know, Unix milliseconds, by the name of its claim there. */
  readonly sent: Readonly<Record<string, number>>;
  /** Of the content as it was last taken over. */
  readonly version: number;
  /** Of its text. */
  readonly digest: string;
  /** Whether it is no longer shared. */
  readonly ended: boolean;
}

export interface Published {
  readonly id: string;
  readonly url: string;
}

const DOCUMENT = ['title', 'author', 'date', 'url'] as const;
const REPORT = ['title', 'author', 'publisher', 'date', 'url'] as const;

/** Reads what is kept or imported: what is no text is left out. */
export function readAbout(value: unknown): CheckAbout {
  if (!isFields(value)) return {};
  const document = isFields(value.document) ? pickTexts(value.document, DOCUMENT) : {};
  const judged = readJudged(value.judged);
  const published = readPublished(value.published);
  const shared = readSharedAs(value.shared);
  return {
    ...pickTexts(value, REPORT),
    ...(Object.keys(document).length === 0 ? {} : { document }),
    ...(judged === undefined ? {} : { judged }),
    ...(published === undefined ? {} : { published }),
    ...(shared === undefined ? {} : { shared }),
  };
}

const SHARED = ['code', 'url', 'person', 'name', 'digest'] as const;

function readSharedAs(value: unknown): SharedAs | undefined {
  if (!isFields(value) || !SHARED.every((name) => typeof value[name] === 'string')) return undefined;
  const { code, url, person, name, digest } = value as unknown as SharedAs;
  const { you, version, sent } = value;
  const times = Object.entries(isFields(sent) ? sent : {}).filter(
    (one): one is [string, number] => typeof one[1] === 'number',
  );
  return {
    ...{ code, url, person, name, digest },
    ...{ owner: value.owner === true, ended: value.ended === true },
    ...(typeof you === 'string' ? { you } : {}),
    version: typeof version === 'number' ? version : 0,
    sent: Object.fromEntries(times),
  };
}

function readPublished(value: unknown): Published | undefined {
  if (!isFields(value) || typeof value.id !== 'string' || typeof value.url !== 'string') return undefined;
  return { id: value.id, url: value.url };
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
