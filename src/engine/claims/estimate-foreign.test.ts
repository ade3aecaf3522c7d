import { describe, expect, it, vi } from 'vitest';
import { scoreText } from './detect.ts';
import { probabilityOf } from './estimate-claim.ts';
import { scoreForeign, worthinessOfForeign } from './estimate-foreign.ts';

/** Not one of them was trained on: a claim without a figure, then a wish, advice and an opinion. */
const SENTENCES: Readonly<Record<string, readonly [claim: string, ...others: string[]]>> = {
  es: [
    'Las abejas ven la luz ultravioleta.',
    'Enhorabuena por el bebé, cuánto me alegro.',
    'Sería bueno que lo hablaras con tu médico.',
    'Nada supera un buen caldo en invierno.',
  ],
  de: [
    'Der Autobauer senkte seine Gewinnprognose deutlich.',
    'Glückwunsch zum Nachwuchs, wir freuen uns mit euch!',
    'Es wäre gut, das mit dem Arzt zu besprechen.',
    'Im Winter geht nichts über eine heiße Suppe.',
  ],
  fr: [
    'La ministre a dit que la ligne rouvrirait avant la fin de l’année.',
    'Nous ferons tout pour que la rivière revive.',
    'Pour le dos, nager vaut mieux que courir.',
    'L’opposition se couvre de ridicule.',
  ],
  it: [
    'Purtroppo l’incendio ha distrutto l’archivio della parrocchia.',
    'Faremo di tutto per ridare vita al fiume.',
    'Non comprare la prima macchina che ti mostrano.',
    'Niente batte un buon brodo d’inverno.',
  ],
  pt: [
    'No Brasil o voto é obrigatório para adultos.',
    'Parabéns pelo bebê, fiquei tão feliz!',
    'Seria bom falar com o seu médico.',
    'O novo apresentador não tem carisma nenhum.',
  ],
  nl: [
    'Roken vernauwt de bloedvaten.',
    'Kom veilig thuis en rust lekker uit.',
    'Koop niet de eerste de beste auto die ze je laten zien.',
    'De nieuwe presentator heeft geen greintje humor.',
  ],
  pl: [
    'Polki przegrały finał po rzutach karnych.',
    'Zrobimy wszystko, żeby rzeka znów żyła.',
    'Dobrze byłoby omówić to z lekarzem.',
    'Ten most to koszmarek.',
  ],
  tr: [
    'Kadın milli takımı finali penaltılarla kaybetti.',
    'Bebeğiniz için tebrikler, çok sevindik!',
    'Bunu doktorunuzla konuşmanız iyi olur.',
    'Kışın sıcak bir çorbanın yerini hiçbir şey tutmaz.',
  ],
  ar: [
    'تراجع التضخم في مايو بثلاثة أعشار النقطة.',
    'مبارك المولود، فرحنا لكم كثيراً!',
    'احتفظ دائماً بنسخة من صورك على قرص آخر.',
    'لا شيء يضاهي طبق حساء في الشتاء.',
  ],
  hi: [
    'धूम्रपान से रक्त वाहिकाएँ सिकुड़ जाती हैं।',
    'बच्चे के जन्म पर ढेरों बधाई, बहुत ख़ुशी हुई!',
    'इस बारे में डॉक्टर से बात कर लेना अच्छा रहेगा।',
    'नए एंकर में कोई दम नहीं है।',
  ],
  zh: [
    '比利时实行强制投票。',
    '一路顺风，早点回来。',
    '别人给你看的第一辆车，先别急着买。',
    '新主持人一点魅力都没有。',
  ],
};

describe('claims in other languages', () => {
  it.each(Object.entries(SENTENCES))('are told from wishes, advice and opinions: %s', (_, sentences) => {
    expect(sentences.map((text) => scoreForeign(text) > 0)).toEqual([true, false, false, false]);
  });

  it.each([
    'Hol mir bitte den Schlüssel!',
    'Bonjour à tous',
    '¿A qué hora sale el tren?',
    'Na zdrowie i wszystkiego dobrego!',
    'هل وصل القطار؟',
    '今天几点下班？',
  ])('are not questions, greetings and requests: %s', (text) => {
    expect(scoreForeign(text)).toBeLessThan(0);
  });

  it.each([
    ['Население города в 2021 году составило 340 тысяч человек.', 'Привет, как дела?'],
    ['東京タワーは1958年に完成した。', 'お元気ですか？'],
    ['서울의 인구는 2020년에 966만 명이었다.', '어떻게 지내세요?'],
  ])('of scripts it did not learn go by figures and marks: %s', (claim, other) => {
    expect(scoreForeign(claim)).toBeGreaterThan(0);
    expect(scoreForeign(other)).toBeLessThan(0);
  });

  it.each([
    ['هذا أجمل شاطئ في البلاد، أنصح الجميع بزيارته', 'هذا اجمل شاطئ في البلاد، انصح الجميع بزيارته'],
    ['قَالَتِ الوَزَارَةُ إِنَّ العَدَدَ زَادَ', 'قالت الوزارة إن العدد زاد'],
    ['यह फ़िल्म ज़रूर देखनी चाहिए', 'यह फिल्म जरूर देखनी चाहिए'],
    ['यह फ़िल्म ज़रूर देखनी चाहिए'.normalize('NFD'), 'यह फ़िल्म ज़रूर देखनी चाहिए'.normalize('NFC')],
  ])('are the same without signs that many leave out: %s', (full, bare) => {
    expect(scoreForeign(full)).toBeCloseTo(scoreForeign(bare), 10);
  });

  it('are guesses where a word joined by a hyphen says so', () => {
    const fact = 'Il est parti hier soir avec le dernier train.';
    const guess = 'Il est peut-être parti hier soir avec le dernier train.';
    expect(scoreForeign(guess)).toBeLessThan(scoreForeign(fact) - 0.5);
  });

  it('are the more worth a check, the likelier they are, in a script of which nothing was learned', () => {
    scoreForeign('Αθήνα');
    const worths = [-30, -3, 0, 3, 30].map((score) => probabilityOf(worthinessOfForeign(score)));
    expect(worths).toEqual(worths.toSorted((a, b) => a - b));
    expect(worths[0]).toBeGreaterThanOrEqual(0);
    expect(worths.at(-1)).toBeLessThanOrEqual(1);
    expect(scoreText('').worthiness).toBe(0);
  });

  it('have a finite score, whatever the text', () => {
    for (const text of ['', ' ', '。', '🎉', 'ا', 'é'.repeat(20_000), '我'.repeat(20_000)]) {
      expect(Number.isFinite(scoreForeign(text))).toBe(true);
    }
  });
});

it('scores the first sentence of a process as any later one', async () => {
  vi.resetModules();
  const fresh = await import('./estimate-foreign.ts');
  const [first, second] = [1, 2].map(() => fresh.scoreForeign('北京是中国的首都。'));
  expect(first).toBe(second);
});
