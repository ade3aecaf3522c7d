/**
 * Lists of what a text cites: "Smith, J. et al. (2020). Adaptive optics. J. Opt. 22, 114." An entry says where something is found,
 * and its sentences are titles. It is known by the authors that it begins with, or by the heading that it stands below.
 */
import { LETTERED } from '../text/abbreviations.ts';
import { classAt, DIGIT, isLetter, LOWER, UPPER } from '../text/characters.ts';
import { freeSpacing } from '../text/free-spacing.ts';
import type { Sentence } from '../text/scan-sentences.ts';

const SECTION = freeSpacing('iu')`
  ^[\W\d]*(?:
    (?:selected |further |cited )?(?:references|bibliography|works cited|literature cited|cited literature|endnotes)
    # German, French, Spanish, Portuguese, Italian
    |literatur(?:verzeichnis)?|quellen(?:verzeichnis)?|einzelnachweise|références(?: bibliographiques)?|bibliographie
    |referencias(?: bibliográficas)?|bibliografía|referências(?: bibliográficas)?|bibliografia|riferimenti bibliografici
    # Dutch, Polish, Turkish, Chinese, Hindi, Arabic
    |literatuur(?:lijst)?|bronnen|piśmiennictwo|przypisy|kaynak(?:ça|lar)|参考文献|参考资料|संदर्भ(?: सूची)?|المراجع|مراجع
  )[\s:：*_]*$
`;
const LONGEST_SECTION = 40;
/** "[3] ", "↑ ", "^ ". */
const MARK = /^(?:\[\d{1,3}\]|[↑^]+)\s*/u;
/** "Smith, J.", "Abe T", "Frank-Ito, K. M.". */
const FAMILY = String.raw`(?:(?:de|van|von|der|du|di|la|le|al) )*\p{Lu}[\p{L}'’-]+`;
const INITIALS = String.raw`(?:\p{Lu}\.?[ -]?){0,3}\p{Lu}\b\.?`;
const AUTHOR = `${FAMILY},? ${INITIALS}`;
const AUTHORS = `${AUTHOR}(?:(?:[,;]| and| &| und| et| y| e|, &|, and) ${AUTHOR})*`;
const YEAR = String.raw`(?:1[5-9]|20)\d\d[a-z]?`;
/** What may stand behind the authors. */
const ENTRY = new RegExp(
  String.raw`^${AUTHORS}(?:[,;]? (?:et al\.?|\(?(?:eds?|Hg|Hrsg|dir|coord)\.?\)?))*(?:[.,:;]*$|[.,:]? \(${YEAR}\)|[.,].*\b${YEAR}\b|, ["“«])|^${AUTHOR}(?:(?:, ${AUTHOR})+|,? et al)\. \p{Lu}`,
  'u',
);
/** "K. Brandt and L. Moss, “". */
const INITIALED = String.raw`(?:\p{Lu}\.[ -]?){1,3}${FAMILY}`;
const INITIALS_FIRST = new RegExp(
  String.raw`^${INITIALED}(?:(?:,| and| &|, and) ${INITIALED})*,? (?:["“«]|\(${YEAR}\)[.,:])`,
  'u',
);
/** "Eurostat (2022). ", "Clayton, Peter A. (2013).": names, then the year. */
const NAMED = new RegExp(
  String.raw`^\p{Lu}[\p{L}.'’-]*(?:,? (?:\p{Lu}[\p{L}.'’-]*|of|for|the|de|du|des|und|and|&|\((?:eds?|Hg|Hrsg)\.\))){0,6} \(${YEAR}\)(?:[.,:]|$)`,
  'u',
);
const LOCATED = /^(?:doi:|(?:https?:\/\/)?(?:dx\.)?doi\.org\/|ibid\b|(?:vgl\. )?ebd\b|arxiv:)/i;
const ANY_YEAR = new RegExp(String.raw`\b${YEAR}\b`);
/** What a paragraph of prose has, and an entry hardly. */
const PROSE_WORDS = 6;

/** The authors, or the year behind them, stand within so many units. */
const BEGINNING = 120;

const BEGINS_MARKED = /^(?:\[\d|[↑^]|doi|http|[Ii]bid|[Ee]bd|[Vv]gl|arXiv)/;

/** A look that costs little: an initial, a year in brackets, or a mark. */
function mayBeEntry(text: string): boolean {
  if (BEGINS_MARKED.test(text)) return true;
  const end = Math.min(text.length, BEGINNING);
  // "(2020"
  for (let at = text.indexOf('(', 1); at > 0 && at < end; at = text.indexOf('(', at + 1))
    if (classAt(text, at + 1) === DIGIT) return true;
  // "Smith, J.", "de Vries, A.", "K. Brandt": most sentences go on in lower case.
  const second = classAt(text, text.indexOf(' ') + 1);
  if (second !== UPPER && classAt(text, 0) !== LOWER && text.charCodeAt(1) !== 0x2e) return false;
  for (let at = 1; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x2e && unit !== 0x2c && unit !== 0x3b) continue;
    if (classAt(text, at - 1) === UPPER && (at < 2 || !isLetter(classAt(text, at - 2)))) return true;
  }
  return false;
}

function isEntry(text: string): boolean {
  if (!mayBeEntry(text)) return false;
  if (LOCATED.test(text)) return true;
  const mark = MARK.exec(text)?.[0] ?? '';
  const entry = text.slice(mark.length);
  if (!/^[\p{Lu}]|^(?:de|van|von|der|du|di|la|le|al) /u.test(entry)) return false;
  if (LETTERED.has(entry.slice(0, entry.search(/[ ,]/)).toLowerCase())) return false;
  if (ENTRY.test(entry) || INITIALS_FIRST.test(entry) || NAMED.test(entry)) return true;
  return mark !== '' && ANY_YEAR.test(entry);
}

/** Whether a line looks like an entry wherever it stands, or is an item of a list. */
function hasForm({ kind }: Sentence, text: string): boolean {
  return kind === 'list' || MARK.test(text) || isEntry(text);
}

export function openReferenceWatch() {
  /** A heading of such a list stands above. */
  let section = false;
  /** Whether there are entries below it, and each of them looks like one: then what does not is something else. */
  let formed: boolean | undefined;
  /** Of the last sentence. */
  let line = -1;
  let paragraph = -1;
  let isListed = false;

  function sees(sentence: Sentence, text: string): boolean {
    if (sentence.line === line) return isListed;
    return (section && !leaves(sentence, text)) || isEntry(text);
  }

  /** Prose ends the list: a paragraph without figures; where each entry before looked like one, any line, and a title. */
  function leaves(sentence: Sentence, text: string): boolean {
    const isApart = sentence.paragraph !== paragraph && !/\d/.test(text);
    const isProse = /[.!?]$/.test(text) && text.split(' ').length >= PROSE_WORDS;
    if (formed !== true) return isApart && isProse;
    const isTitle = isApart && text.length <= LONGEST_SECTION && /[\p{L}?!]$/u.test(text);
    return (isProse || isTitle) && !hasForm(sentence, text);
  }

  return {
    /** @returns whether the sentence is of an entry. Changes nothing. */
    sees,
    /** Takes the next sentence in. @returns what {@link sees} does. */
    pass(sentence: Sentence, text: string): boolean {
      const isTitle = text.length <= LONGEST_SECTION && /[^.!?"”’)]$/.test(text) && SECTION.test(text);
      if (sentence.kind === 'heading' || isTitle) {
        section = isTitle;
        formed = undefined;
        ({ paragraph } = sentence);
        return isTitle;
      }
      isListed = sees(sentence, text);
      section &&= isListed;
      if (section && sentence.line !== line) formed = formed !== false && hasForm(sentence, text);
      ({ line, paragraph } = sentence);
      return isListed;
    },
  };
}
