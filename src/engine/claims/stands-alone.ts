/** Whether a claim can be understood by itself: a pronoun that it begins with needs somebody or something that has been named. */
import { freeSpacing } from '../text/free-spacing.ts';
import { functionWords } from '../text/function-words.ts';
import { IMPERSONAL } from './resolve-reference.ts';

const LEAD = String.raw`(?:(?:And|But|So|Then|Also|Later),? |(?:In|Since|By|On|During) (?:\p{Lu}\p{Ll}+ )?(?:\d{1,2},? )?\d{4},? )?`;
const BEGINS: Readonly<Record<string, RegExp>> = {
  en: freeSpacing('u')`
    ^${LEAD}(?:
      (?:[Hh]e|[Ss]he)(?=['’ ])(?! who\b)
      |[Tt]hey(?=['’ ])(?! (?:who|say)\b)
      |(?:His|Her|Their|Its)(?= \p{Ll})
      |[Ii]t(?=['’ ])
      |(?:This|That)(?= (?:is|was|has|had|will|would|could|can|means|meant|led|killed|caused|cost|costs|made|makes|\p{Ll}{3,}ed)\b)
      |(?:These|Those)(?= (?:are|were|have|had|will|would)\b)
    )
  `,
  de: /^(?:Er|Sie (?=hat|ist|wurde|war|haben|sind|wurden|waren)|Seine?|Ihre?)(?= \p{Ll})|^Sie (?:hat|ist|wurde|war|haben|sind|wurden|waren) /u,
  fr: /^(?:Elles?|Ils)(?= )/u,
  es: /^(?:Él|Ellas?|Ellos)(?= )/u,
  it: /^(?:Lui|Lei|Loro|Essi|Esse)(?= \p{Ll})/u,
  pt: /^(?:El[ea]s?)(?= )/u,
  nl: /^(?:Hij|Zij)(?= )/u,
  pl: /^(?:On|Ona|Oni|One)(?= )/u,
  hi: /^(?:वह|वे|उन्होंने|उसने)(?= )/u,
  zh: /^[他她它]们?/u,
};
const IT = /^.*?\b[Ii]t(?=['’ ])/u;
/** What greets or calls names nothing. */
const GREETING = freeSpacing('iu')`
  ^(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|welcome|thanks?(?: you)?|wow|oh|well|yes|no|ok(?:ay)?|look|listen
    |hallo|guten (?:morgen|tag|abend)|bonjour|bonsoir|salut|hola|buenos días|buenas tardes|ciao|buongiorno|olá|bom dia|dzień dobry)(?!\p{L})
`;
const WORDS = /[\p{L}\p{M}]+/gu;

/** @param stated a claim, its references resolved as far as they can be. */
export function dangles(stated: string, language: string): boolean {
  if (BEGINS[language]?.test(stated) !== true) return false;
  if (language !== 'en') return true;
  const it = IT.exec(stated)?.[0];
  return it === undefined || it.length > 40 || !IMPERSONAL.test(stated.slice(it.length));
}

/** @returns whether a sentence names anybody or anything that a later one may mean: all but greetings do, and what dangles itself. */
export function namesSomething(text: string, language: string): boolean {
  if (GREETING.test(text) || dangles(text, language)) return false;
  const small = functionWords(language);
  return (text.match(WORDS) ?? []).some((word) => word.length > 2 && !small.has(word.toLowerCase()));
}
