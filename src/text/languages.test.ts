import { describe, expect, it } from 'vitest';
import { guessLanguage } from './guess-language.ts';
import { LANGUAGES, readLanguage } from './languages.ts';

describe('the language that sources are asked in', () => {
  it.each([
    ['en', 'en'],
    ['de-AT', 'de'],
    ['ZH_Hant', 'zh'],
    [' pt-BR ', 'pt'],
    ['no', 'nb'],
    ['iw', 'he'],
  ])('%s is %s', (tag, language) => expect(readLanguage(tag)).toBe(language));

  it.each(['', 'xx', 'english', 'en.evil.example/', 'e\u0000n', '..', 'constructor', '__proto__'])(
    '%j is none of the list',
    (tag) => expect(readLanguage(tag)).toBeUndefined(),
  );

  it('can be part of a host name', () => {
    for (const language of LANGUAGES) expect(language).toMatch(/^[a-z]{2}$/);
    expect(new Set(LANGUAGES).size).toBe(LANGUAGES.length);
  });
});

describe('a claim’s language', () => {
  it.each([
    ['The Eiffel Tower in Paris was completed in 1889.', 'en'],
    ['Sharks can get cancer', 'en'],
    ['Elon Musk: Tesla 2023', 'en'],
    ['Der Eiffelturm in Paris wurde 1889 fertiggestellt.', 'de'],
    ['Die Erde ist nicht flach', 'de'],
    ['La tour Eiffel à Paris a été achevée en 1889.', 'fr'],
    ['La Torre Eiffel de París se terminó en 1889.', 'es'],
    ['La Torre Eiffel di Parigi è stata completata nel 1889.', 'it'],
    ['A Torre Eiffel, em Paris, foi concluída em 1889.', 'pt'],
    ['De Eiffeltoren in Parijs werd in 1889 voltooid.', 'nl'],
    ['Wieża Eiffla w Paryżu została ukończona w 1889 roku i jest wysoka.', 'pl'],
    ['Eiffeltornet i Paris blev färdigt 1889 och är högt.', 'sv'],
    ['Эйфелева башня в Париже была построена в 1889 году.', 'ru'],
    ['Ейфелева вежа в Парижі збудована 1889 року.', 'uk'],
    ['エッフェル塔は1889年に完成した。', 'ja'],
    ['埃菲尔铁塔于1889年完工。', 'zh'],
    ['에펠탑은 1889년에 완공되었다.', 'ko'],
    ['اكتمل برج إيفل عام 1889.', 'ar'],
    ['एफिल टॉवर 1889 में पूरा हुआ।', 'hi'],
    ['הושלם מגדל אייפל ב-1889', 'he'],
    ['1889', 'en'],
    ['', 'en'],
  ])('of %j is %s', (text, language) => expect(guessLanguage(text)).toBe(language));
});
