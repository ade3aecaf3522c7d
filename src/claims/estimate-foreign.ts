/**
 * The detector is trained on English. What is in another language is judged by what shows in all of them:
 * numbers, names, length, questions, and the few words that greet, thank, ask and order.
 */
import { CHARACTER_CLASS, DIGIT, LETTER, LOWER, UPPER } from '../text/characters.ts';

const ENGLISH = new Set(
  'the of and to in is was for that it with as on are be by at this from have has had he she they his her not were which you i we an or but can will would there their what when who how why do does did its my your'.split(
    ' ',
  ),
);
/** Function words of Spanish, German, French, Portuguese, Italian, Dutch, Polish, Indonesian, Turkish, Swedish. */
const FOREIGN = new Set(
  'el los las de que y en un una es por con para del se su al como más lo der die das und ist nicht ein eine mit den von zu auf für im dem des war sich auch wurde werden hat le les et est dans pour pas sur au aux ce cette il elle qui sont avec plus o os um uma não é do da dos das na foi são mais di che il lo gli per sono della nel alla het een van zijn niet voor met ook werd w na z że nie jest się do to są przez yang dan dengan untuk ini itu dari pada adalah tidak ve bir bu için ile och att det som på är av till'.split(
    ' ',
  ),
);
/** Begin what is no claim: greetings, thanks, requests, feelings. */
const NO_CLAIM =
  /^(?:[¡¿"'„«]?)(?:hola|buenos d[ií]as|buenas|gracias|por favor|escribe|explica|dime|traduce|cu[ée]ntame|haz|creo que|me (?:gusta|encanta)|espero|hallo|guten (?:tag|morgen|abend)|danke|vielen dank|bitte|schreib|erkl[äa]re|[üu]bersetze|gib mir|ich (?:glaube|denke|finde|liebe|hoffe|m[öo]chte|brauche)|bonjour|salut|merci|s['’]il|écris|explique|traduis|donne|je (?:pense|crois|veux|voudrais)|j['’](?:aime|adore|espère)|ol[áa]|obrigad[oa]|escreva|explique|eu (?:acho|quero|gosto|amo)|ciao|grazie|per favore|scrivi|spiega|bedankt|dank|schrijf|cześć|dziękuję|napisz|terima kasih|tolong|merhaba|teşekkür|lütfen|tack|hej|привет|здравствуй|спасибо|пожалуйста|напиши|объясни|расскажи|я (?:думаю|люблю|хочу)|γεια|ευχαριστώ|مرحبا|السلام عليكم|شكرا|من فضلك|اكتب|اشرح|أحب|أعتقد|أريد|नमस्ते|धन्यवाद|कृपया|मुझे|मैं|สวัสดี|ขอบคุณ|กรุณา|ช่วย|เขียน|你好|您好|谢谢|謝謝|请|請|写|我(?:觉得|认为|喜欢|爱|想)|こんにちは|おはよう|ありがとう|すみません|안녕|감사|고마)/iu;
const ORDER =
  /(?:てください|ください|して。?|주세요|लिखिए|लिखो|बताइए|बताओ|करें|ครับ|ค่ะ|吧[。！]?|好吗)[。.!！]?$/u;

const QUESTION = /[?？؟;]["'”’»)\]]*$|(?:吗|呢|か|ไหม|หรือไม่|क्या)[。.]?$|^क्या /u;

/** What a text's letters and small words tell of its language. */
export type Language = 'english' | 'foreign' | 'unknown';

/** Share of English function words from which on a text is English. */
const ENGLISH_SHARE = 0.1;

export function languageOf(text: string): Language {
  let caseless = 0;
  let beyond = 0;
  let latin = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const kind = CHARACTER_CLASS[unit]!;
    if (kind === LETTER) caseless++;
    else if (kind === LOWER || kind === UPPER) {
      if (unit > 0x36f) beyond++;
      else latin++;
    }
  }
  if (caseless + beyond > latin) return 'foreign';
  let foreign = 0;
  let english = 0;
  let words = 0;
  for (const word of text.toLowerCase().split(/[^\p{L}'’]+/u)) {
    words++;
    if (ENGLISH.has(word)) english++;
    if (FOREIGN.has(word)) foreign++;
  }
  if (foreign > english) return 'foreign';
  return english >= words * ENGLISH_SHARE && english > 0 ? 'english' : 'unknown';
}

/** @returns a probability in logits for a sentence that is not English. Not calibrated: no labelled set is at hand. */
export function scoreForeign(text: string): number {
  if (QUESTION.test(text)) return -3;
  if (NO_CLAIM.test(text) || ORDER.test(text)) return -3;
  let letters = 0;
  let digits = 0;
  let names = 0;
  let after = 0;
  for (let i = 0; i < text.length; i++) {
    const kind = CHARACTER_CLASS[text.charCodeAt(i)]!;
    if (kind === DIGIT) digits++;
    else if (kind >= LOWER && kind <= LETTER) letters++;
    if (kind === UPPER && i > 0 && after !== UPPER && text.charCodeAt(i - 1) === 0x20) names++;
    after = kind;
  }
  // A Han or kana letter says as much as a word of three or so.
  const length = letters * (/[\u2e80-\ud7ff]/.test(text) ? 3 : 1);
  if (length < 8) return -2;
  let score = length < 20 ? -1 : 0.1;
  if (digits > 0) score += 1.3;
  if (names > 0) score += 0.5;
  if (/[!！]$/u.test(text)) score -= 1;
  return score;
}
