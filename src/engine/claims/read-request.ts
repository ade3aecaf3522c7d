/**
 * Whether what a message asks for is about facts. A part in a play, a poem, a translation of the caller's own text and an
 * explanation of the caller's own code hold sentences that look like claims, which nobody wants to know the truth of. Only what is
 * plain: all else is about facts.
 */
import { wholeWord } from '../text/whole-word.ts';
import { REQUESTS } from './request-patterns.ts';

/** What is asked for in place of facts: something invented, or work on a text or on code that the request brings. */
export type Purpose = 'invented' | 'own-text' | 'own-code';

/** A request stands within so much of either end of its message. UTF-16 units. */
const REACH = 600;
/** Fewer words are no text that somebody brings. */
const LEAST_WORDS = 3;
/** Of a longer message, so much of either end is read. */
const LONG = 2_000;

const all = (of: (words: (typeof REQUESTS)[number]) => string): string =>
  REQUESTS.map((words) => `(?:${of(words)})`).join('|');
const regex = (source: string, flags = 'iu'): RegExp => new RegExp(source, flags);

const START = '(?<=^|[.!?…\\n] {0,3}|[,:;] {0,3})';
/** Who asks politely asks the same. */
const LEAD =
  "^[^\\p{L}\\p{N}]*(?:(?:please|pls|kindly|now|then|ok|okay|hi|hello|hey|so|and|bitte|jetzt|nun|und|hallo|s['’]il te plaît|s['’]il vous plaît|maintenant|et|bonjour|por favor|ahora|y|hola|per favore|ora|e|ciao|agora|olá|alsjeblieft|nu|en|hoi)[,.!]? +){0,3}(?:(?:can|could|would|will) you (?:please )?|i(?:['’]d| would) like you to |i (?:want|need) you to |help me (?:to )?|(?:kannst|könntest|würdest) du (?:bitte )?(?:mir )?|(?:können|könnten) sie (?:bitte )?(?:mir )?|(?:peux|pourrais)-tu (?:me )?|(?:pouvez|pourriez)-vous (?:me )?|(?:puedes|podrías|puede) (?:por favor )?)?";

const ROLE = regex(
  `${START}(?:please |now |bitte |ahora |(?:can|could|would|will) you |i(?: want| need| would like|['’]d like) you to |ich möchte,? dass du )?(?:${all((w) => w.role)})(?!\\p{L})`,
  'giu',
);
const YOU_ARE = regex(
  `${START}(?:from now on,? |in this (?:game|story|scene|chat),? |ab jetzt |jetzt |à partir de maintenant,? |a partir de ahora,? )?(?:${all((w) => w.youAre)})(?!\\p{L})[^.!?\\n]{0,160}`,
  'giu',
);
const FIGURE = regex(wholeWord(all((w) => w.figures)));
const PROFESSION = regex(wholeWord(all((w) => w.professions)));
/** Between “a” and “poem”: what a work is like, and not what it is about. */
const LIKE =
  '(?:(?!(?:about|on|of|for|over|über|von|zur?|sur|sobre|de|des|du|di|da|van|the|der|die|das|le|la|el)\\s)[\\p{L}-]+,? ){0,4}?';
const INVENT = regex(`${LEAD}(?:${all((w) => `${w.invent} ${LIKE}(?:${w.works})`)})(?!\\p{L})`);
const TRUE_WORK = regex(wholeWord(all((w) => w.trueWorks)));
const REWRITE = regex(`${LEAD}(?:${all((w) => w.rewrite)})(?!\\p{L})`);
const EXPLAIN = regex(
  `${LEAD}(?:${all((w) => `(?:${w.explain})(?!\\p{L})[^.!?]{0,80}?(?<!\\p{L})(?:${w.code})`)})(?!\\p{L})`,
);
const FACTS = regex(wholeWord(all((w) => w.facts)));
const ALSO = regex(wholeWord(all((w) => w.also)));
const ENDS = regex(wholeWord(all((w) => w.ends)));

const SENTENCE_END = /[.!?\n]/u;
const FENCE = /```[^`]*(?:```|$)/g;
const QUOTED = /"[^"\n]{8,}"|“[^“”\n]{8,}”|„[^„“”\n]{8,}[“”]|«[^«»\n]{8,}»/gu;
/** Lines that are program text. */
const CODE =
  /[;{}]\s*$|^\s*(?:def|class|function|const|let|var|import|from|#include|public|private|return|SELECT|INSERT|UPDATE|if \(|for \(|while \()(?:\s.*)?[({=;:]|^\s*SELECT\s/m;

interface Parts {
  /** What is asked for, without what the message brings. */
  readonly request: string;
  /** What it brings: behind a colon or on lines of its own, or in quotation marks. */
  readonly brought: string;
  readonly bringsCode: boolean;
}

/** @returns what is asked for, where that is plainly not about facts. */
export function readRequest(message: string): Purpose | undefined {
  const { request, brought, bringsCode } = partsOf(message);
  if (FACTS.test(request)) return undefined;
  if (beginsRole(message) || (INVENT.test(request) && !TRUE_WORK.test(request))) return 'invented';
  if (ALSO.test(request)) return undefined;
  if (bringsCode && EXPLAIN.test(request)) return 'own-code';
  return isText(brought) && request.split('\n').some((line) => REWRITE.test(line)) ? 'own-text' : undefined;
}

/** @returns whether somebody is to play a part from here on. */
export function beginsRole(message: string): boolean {
  const text = message.slice(0, REACH);
  if (FACTS.test(text)) return false;
  const begun = [...text.matchAll(ROLE)].map(
    ({ index }) => text.slice(index).split(SENTENCE_END, 1)[0] ?? '',
  );
  const named = [...text.matchAll(YOU_ARE)].map(([is]) => is).filter((is) => FIGURE.test(is));
  // A doctor who is played is asked what a doctor is asked.
  return [...begun, ...named].some((part) => !PROFESSION.test(part));
}

/** @returns whether a part that somebody plays ends here, or is left for a question about facts. */
export function endsRole(message: string): boolean {
  const text = message.slice(0, REACH);
  return ENDS.test(text) || FACTS.test(text);
}

/** Says who asks, or who is asked. */
const PERSON = regex(
  wholeWord(
    'you|your|yours|yourself|i|me|my|we|us|our|du|dich|dir|dein\\p{L}*|ich|mir|mich|mein\\p{L}*|wir|uns|sie|ihr\\p{L}*|tu|te|toi|ton|ta|tes|vous|votre|vos|je|moi|nous|tú|ti|tus|usted|yo|mi|nosotr[oa]s|vosotr[oa]s|lei|io|você|vocês|seu|sua|eu|jij|je|jouw|ik|mij|mijn|wij',
  ),
);

/** @returns whether a message is a question that speaks to nobody: “When was the tower built?” */
export function isImpersonal(message: string): boolean {
  return /[?？]["'”’»)\s]*$/u.test(message) && !PERSON.test(message.slice(0, REACH));
}

function partsOf(whole: string): Parts {
  const message = whole.length <= 2 * LONG ? whole : `${whole.slice(0, LONG)}\n${whole.slice(-LONG)}`;
  const code = (message.match(FENCE) ?? []).join('\n');
  const quoted = (message.match(QUOTED) ?? []).join('\n');
  const rest = message.replace(FENCE, '\n').replace(QUOTED, ' … ');
  // What is asked for stands before a text, or on the line behind it.
  const at = rest.search(/[:：](?=\s)|\n/u);
  const head = (at < 0 ? rest : rest.slice(0, at)).slice(0, REACH);
  const behind = at < 0 ? '' : rest.slice(at + 1).trim();
  const last = behind.slice(behind.lastIndexOf('\n') + 1);
  const isOrder = behind.includes('\n') || REWRITE.test(last) || EXPLAIN.test(last);
  const tail = isOrder ? last : (/[^.!?…]*[?？]\s*$/u.exec(behind.slice(-REACH))?.[0] ?? '');
  // The text is all that is not the order.
  const text =
    REWRITE.test(tail) && !REWRITE.test(head) ? `${head} ${behind.slice(0, -last.length)}` : behind;
  return {
    request: `${head.trim()}\n${tail.slice(-REACH).trim()}`,
    brought: `${quoted}\n${code}\n${text}`,
    bringsCode: code !== '' || CODE.test(behind),
  };
}

function isText(brought: string): boolean {
  const words = brought.replace(/https?:\/\/\S+/g, ' ').match(/\p{L}+/gu) ?? [];
  return (
    words.length >= LEAST_WORDS || /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{4}/u.test(brought)
  );
}
