/**
 * Recognizes a message that is as a whole a request for claim work and brings the text to work on: "Fact-check this: …",
 * "Normalize the claim in this post: …". Claims of insurance and patents, checks of code and statements of accounts are
 * other people's work, so that a message is an ordinary one wherever it is not plain.
 */

/** Requests and texts are told apart within so much of either end. UTF-16 units. */
const REACH = 300;

const LEAD =
  "(?:(?:hi|hello|hey|ok|okay|please|kindly|now)\\b[,.!]?\\s+){0,3}(?:(?:can|could|would|will) (?:you|someone)\\s+(?:please\\s+|kindly\\s+)?|i(?:['’]d| would) like you to\\s+|i (?:want|need) you to\\s+|help me (?:to )?)?";
const THIS = '(?:this|these|the following|my|our|the)';
/** Words such as "viral" or "Facebook" before what the text is. */
const KIND_OF = '(?:[^\\s:：.]{2,20}\\s+){0,2}?';
/** What spreads, and is checked for its truth. */
const NEWS =
  '(?:claims?|rumou?rs?|headlines?|tweets?|posts?|memes?|news(?: (?:story|item|report))?|stor(?:y|ies)|(?:chain |forwarded |whatsapp )messages?|thread|caption|tiktok|reel|quotes?|quotations?)';
const TEXT = `(?:${NEWS}|statements?|assertions?|text|articles?|paragraphs?|passages?|excerpts?|messages?|speech|transcript|sentences?|comments?|facts?|letter|e-?mail|summary|essay|press release|op-ed|answer|reply)`;
const TRUE =
  '(?:(?:actually|really|factually)\\s+)?(?:true|false|fake|real|a hoax|a myth|misinformation)(?:\\s+or\\s+(?:not|false|fake|a hoax|misinformation))?';
/** What says no more than whose text it is. */
const TAIL =
  '(?:,?\\s+(?:please|for me|for us|below|carefully|for accuracy|(?:from|by|about) [^\\n:：]{1,40}|(?:that )?(?:i|we|my [a-z]{1,12}) (?:just )?(?:saw|read|found|got|heard|received|wrote|sent)[^\\n:：]{0,40})){0,3}';
/** Between the request and the text. */
const MARK = '(?:\\s*[:：]|\\s*[.!?…]?\\s*\\n|\\s*[?.]?\\s+[-–—]\\s|\\s*[.?]?\\s*(?=["“„«「]))';

const asRequest = (...forms: readonly string[]): readonly RegExp[] =>
  forms.map((form) => new RegExp(`^\\s*${LEAD}(?:${form})`, 'i'));

const FACT_CHECK = asRequest(
  `(?:do a )?fact[\\s-]?check(?:ing)?(?:\\s+(?:of\\s+)?${THIS}(?:\\s+${KIND_OF}${TEXT})?)?${TAIL}${MARK}`,
  `fact[\\s-]?check\\s+(?:the|this)\\s+${KIND_OF}(?:claim|statement|assertion|rumou?r|story|myth|idea)\\s+that\\b`,
  `(?:debunk|fact[\\s-]?check or debunk)\\s+(?:this|these|the following)(?:\\s+${KIND_OF}${NEWS})?${TAIL}${MARK}`,
  `(?:is|are)\\s+(?:this|these|the following)\\s+${KIND_OF}${NEWS}\\s+${TRUE}${TAIL}${MARK}`,
  `(?:check|verify|assess|judge|tell me|find out|determine)\\s+(?:if|whether)\\s+(?:this|these|the following)\\s+${KIND_OF}${NEWS}\\s+(?:is|are)\\s+${TRUE}${TAIL}${MARK}`,
  `(?:check|verify|assess|evaluate)\\s+the\\s+(?:facts|factual (?:accuracy|claims)|veracity|truthfulness)\\s+(?:of|in)\\s+${THIS}\\s+${KIND_OF}${TEXT}${TAIL}${MARK}`,
  // The word itself, as other languages have it.
  `(?:(?:mach|mache|bitte|haz|fais|fai|faça|doe)\\s+){0,2}(?:(?:einen|un|uma|een)\\s+)?(?:faktencheck|factcheck|vérification des faits|verificación de (?:hechos|datos)|verificação de fatos|verifica dei fatti|фактчек|проверка фактов|ファクトチェック|事实核查|事實查核|팩트체크)(?:\\s?(?:bitte|dazu|por favor|s'il (?:te|vous) plaît|per favore|пожалуйста|してください|をお願いします|해\\s?줘|해주세요))?${MARK}`,
);

const FACTUAL = '(?:factual|verifiable|check-?worthy|checkable)';
const POST = '(?:posts?|tweets?|thread|headlines?|caption|memes?|toot|tiktok|reel|rumou?rs?)';
const NORMALIZE = asRequest(
  `normali[sz]e\\s+the\\s+${KIND_OF}claims?\\s+(?:made\\s+)?(?:in|of|from|by)\\s+${THIS}\\s+${KIND_OF}${TEXT}${TAIL}${MARK}`,
  `normali[sz]e\\s+(?:this|these|the following)\\s+(?:${FACTUAL}\\s+)?claims?${TAIL}${MARK}`,
  `(?:extract|identify|find|state|restate|list|give me|pull out|what(?:['’]s| is| are))\\s+the\\s+${KIND_OF}claims?\\s+(?:made\\s+)?(?:in|of|from|by)\\s+${THIS}\\s+${KIND_OF}${POST}${TAIL}${MARK}`,
  `(?:extract|identify|find|state|restate|list|give me|pull out|what(?:['’]s| is| are))\\s+(?:all\\s+)?(?:the\\s+)?(?:[a-z]{3,10}\\s+)?${FACTUAL}\\s+claims?\\s+(?:made\\s+)?(?:in|of|from|by)\\s+${THIS}\\s+${KIND_OF}${TEXT}${TAIL}${MARK}`,
  `claim normali[sz]ation(?:\\s+(?:of|for)\\s+${THIS}\\s+${KIND_OF}${TEXT})?${MARK}`,
);

/** The request behind the text, on a line of its own. */
const BEHIND = new RegExp(
  `\\n\\s*${LEAD}(?:fact[\\s-]?check(?:\\s+(?:this|that|the above)(?:\\s+${TEXT})?)?|normali[sz]e the claims? (?:above|in (?:this|that|the above) ${TEXT}))(?:\\s+(?:please|for me))?[.!?\\s]*$`,
  'i',
);

/** @returns the work that a message as a whole asks for; `undefined` where it is an ordinary one. */
export function readClaimRequest(message: string): 'normalize' | 'fact_check' | undefined {
  const beginning = message.slice(0, REACH);
  for (const [task, forms] of [
    ['fact_check', FACT_CHECK],
    ['normalize', NORMALIZE],
  ] as const) {
    const request = forms.map((form) => form.exec(beginning)?.[0]).find((found) => found !== undefined);
    if (request !== undefined && isText(message.slice(request.length))) return task;
  }
  const behind = BEHIND.exec(message.slice(-REACH))?.[0];
  if (behind === undefined || !isText(message.slice(0, -behind.length))) return undefined;
  return /normali/i.test(behind) ? 'normalize' : 'fact_check';
}

/** What begins as data or code does is no text. */
const DATA = /^\s*(?:[{[<|]|```|["']?\w+["']?\s*[=:]\s*["'{[])/;

/** Whether there is something to work on: a few words of a language. */
function isText(material: string): boolean {
  const beginning = material.slice(0, REACH);
  if (DATA.test(beginning)) return false;
  return /\p{L}[^\s]*\s+(?:\S+\s+)?\S*\p{L}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{4}/u.test(
    beginning,
  );
}
