/** What a report says before its claims, whichever form it is written in. */
import type { Claim, FactCheckMetadata } from '../api/types.ts';
import { texts } from '../texts.ts';
import type { CheckAbout, CheckedDocument, Judged } from './check-about.ts';
import { type Distinct, findDistinct } from './distinct-claims.ts';
import { COUNTS } from './name-counts.ts';
import { type Decided, decisionOf, decisionsDiffer, finalState } from './person-decision.ts';
import { publicAddress } from './public-address.ts';
import { nameSource } from './source-names.ts';

/** A text with its claims, and what is known of its check. */
export interface CheckedText {
  readonly text: string;
  readonly claims: readonly Claim[];
  readonly metadata?: FactCheckMetadata | undefined;
  readonly about?: CheckAbout | undefined;
}

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** What the value leads to. */
  readonly url?: string | undefined;
}

export interface ReportFacts {
  readonly title: string;
  /** Author and publisher; `""` where nobody is named. */
  readonly by: string;
  readonly day: string;
  readonly facts: readonly Fact[];
  /** Each distinct claim once: its number is its place here, from 1. */
  readonly distinct: readonly Distinct[];
  /** So many of each verdict, in the order in which they are shown; those that there are none of are left out. */
  readonly counts: readonly { readonly state: ReturnType<typeof finalState>; readonly words: string }[];
  /** What to be careful about. */
  readonly caution: string;
}

export function findReported(claims: readonly Claim[]): readonly Distinct[] {
  return findDistinct(claims, finalState);
}

export function readFacts({ claims, metadata, about = {} }: CheckedText, now: Date): ReportFacts {
  const { report } = texts;
  const { author, publisher, document = {}, judged, date, url } = about;
  const distinct = findReported(claims);
  const states = distinct.map(({ claim }) => finalState(claim));
  const sources = metadata?.sources_consulted ?? [];
  const counts = COUNTS.flatMap(([state, words]) => {
    const count = states.filter((one) => one === state).length;
    return count === 0 ? [] : [{ state, words: words(count) }];
  });
  const checked = states.filter((state) => state !== 'found').length;
  const byPerson = distinct.filter(({ claim }) => decisionOf(claim) !== undefined).length;
  const facts: Fact[] = [
    { name: report.article, ...nameArticle(document) },
    { name: report.published, value: url ?? '', url: publicAddress(url) },
    {
      name: report.checkedOn,
      value: judged === undefined || checked === 0 ? '' : formatDay(new Date(judged.at)),
    },
    { name: report.judge, value: checked === 0 ? '' : nameJudges(judged) },
    { name: report.sources, value: sources.map(nameSource).join(', ') },
    { name: report.totals, value: report.checked(distinct.length, checked, byPerson) },
  ];
  return {
    title: titleOfReport(about),
    by: [author, publisher].filter((name) => name !== undefined).join(', '),
    day: date === undefined ? formatDay(now) : nameDay(date),
    facts: facts.filter(({ value }) => value !== ''),
    distinct,
    counts,
    caution:
      judged?.by.some(({ simulated }) => simulated) === true ? report.simulatedCaution : report.caution,
  };
}

export function titleOfReport({ title, document }: CheckAbout): string {
  const { report } = texts;
  return title ?? (document?.title === undefined ? report.title : report.of(document.title));
}

function nameArticle({ title, author, date, url }: CheckedDocument): Omit<Fact, 'name'> {
  const words = [title ?? url, author, date === undefined ? undefined : nameDay(date)];
  return { value: words.filter((word) => word !== undefined).join(', '), url: publicAddress(url) };
}

/** Each model, and whether it was one at all. */
export function nameJudges(judged: Judged | undefined): string {
  const names = judged?.by.map(({ model, simulated }) =>
    simulated === true ? texts.report.simulated(model) : model,
  );
  return names?.join(', ') ?? '';
}

/** Whose a verdict is that a person gave, and of which day, as far as that is known. */
export const sayDecider = ({ by, at }: Decided): string =>
  texts.report.decidedBy(by, at === undefined ? undefined : formatDay(new Date(at)));

/** What others decided who work on the same check, each on a line; the first says whether they agree. */
export function sayOthers(claim: Claim): readonly string[] {
  const { others = [] } = claim;
  const lines = others.map(({ by = '', verdict, note = '', evidence = [], at }) => {
    const day = at > 0 ? formatDay(new Date(at)) : undefined;
    const grounds = evidence.flatMap(({ text = '', url = '' }) => [text === '' ? '' : `“${text}”`, url]);
    const more = [note, ...grounds].filter((word) => word !== '').join(' ');
    return texts.report.otherDecided(by, day, texts.verdicts[verdict], more);
  });
  return decisionsDiffer(claim) ? [texts.report.differ, ...lines] : lines;
}

const formatDay = (time: Date): string =>
  time.toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' });

/** @param date as {@link CheckAbout} has it; what is no ISO 8601 date stays as it is. */
function nameDay(date: string): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0];
  const noon = day === undefined ? undefined : new Date(`${day}T12:00:00`);
  return noon === undefined || Number.isNaN(noon.getTime()) ? date : formatDay(noon);
}
