import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DETECTED_LANGUAGES } from '../../domain/claim.ts';
import { decideLanguage, guessLanguage, languageOf } from './guess-language.ts';
import { LANGUAGES } from './languages.ts';

describe('a claim’s language', () => {
  it.each([
    ['The Eiffel Tower in Paris was completed in 1889.', 'en'],
    ['Sharks can get cancer', 'en'],
    ['Elon Musk: Tesla 2023', 'en'],
    ['Der Eiffelturm in Paris wurde 1889 fertiggestellt.', 'de'],
    ['Die Erde ist nicht flach', 'de'],
    ['Die Mauer fiel am 9. November.', 'de'],
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

  it.each([
    // Pairs that share most of their words.
    ['O governo anunciou ontem um novo imposto sobre combustíveis.', 'pt'],
    ['El gobierno anunció ayer un nuevo impuesto sobre los combustibles.', 'es'],
    ['Ieri il governo ha annunciato una nuova tassa sui carburanti.', 'it'],
    ['A luz do farol vê-se a vinte quilómetros.', 'pt'],
    ['Per i bambini sotto i sei anni è gratis.', 'it'],
    ['De trein naar Utrecht rijdt elk kwartier.', 'nl'],
    ['Der Zug nach Ulm fährt jede Viertelstunde.', 'de'],
    ['Het was in die tijd de hoogste brug.', 'nl'],
    ['Broen ble åpnet i fjor etter fire års arbeid.', 'nb'],
    ['Broen blev åbnet sidste år efter fire års arbejde.', 'da'],
    ['Bron öppnades förra året efter fyra års arbete.', 'sv'],
    ['Most otwarto po czterech latach budowy.', 'pl'],
    ['Most byl otevřen po čtyřech letech stavby.', 'cs'],
    ['Köprü dört yıl süren inşaattan sonra açıldı.', 'tr'],
    ['Göl yazın kurur.', 'tr'],
    ['Körpü dörd il sürən tikintidən sonra açıldı.', 'az'],
    ['Jembatan itu dibuka setelah empat tahun dibangun.', 'id'],
    ['Cây cầu được khánh thành sau bốn năm xây dựng.', 'vi'],
    ['A hidat négy évnyi építkezés után nyitották meg.', 'hu'],
    ['Silta avattiin neljän vuoden rakennustöiden jälkeen.', 'fi'],
    ['Podul a fost deschis după patru ani de construcție.', 'ro'],
    ['पुल चार साल में बनकर तैयार हुआ।', 'hi'],
    ['हा पूल चार वर्षांत बांधून पूर्ण झाला आहे.', 'mr'],
    ['این پل پس از چهار سال ساخته شد.', 'fa'],
    ['یہ پل چار سال میں تعمیر ہوا۔', 'ur'],
    ['افتُتح الجسر بعد أربع سنوات من العمل.', 'ar'],
    ['这座桥修了四年才通车。', 'zh'],
    ['《となりのトトロ》是宫崎骏导演的一部动画电影，一九八八年在日本上映，深受各地观众喜爱。', 'zh'],
    ['橋は四年の工事を経て開通した。', 'ja'],
    ['מגדל אייפל הושלם בשנת 1889', 'he'],
    ['ស្ពាននេះត្រូវបានបើកនៅឆ្នាំ១៩៣១', 'km'],
    ['ድልድዩ በ1931 ተከፈተ።', 'am'],
    // Headlines, names and addresses.
    ['ABERTURA DA PONTE FOI ADIADA PARA MARÇO', 'pt'],
    ['Merkel besucht neue Brücke über die Elbe', 'de'],
    ['@anna La nueva planta abre en marzo https://example.org/the-new-plant #plant', 'es'],
  ])('of %j is %s', (text, language) => expect(guessLanguage(text)).toBe(language));

  it.each([
    '1889',
    '',
    '🎉',
    'Elon Musk',
    'Tesla',
    'Angela Merkel, Emmanuel Macron',
    'https://example.org/die-seite',
  ])('of %j is that of the text around it', (text) => {
    expect(decideLanguage(text)).toBeUndefined();
    expect(guessLanguage(text, 'de')).toBe('de');
    expect(guessLanguage(text)).toBe('en');
  });

  it('is one that sources are asked in, and those of the detector are among them', () => {
    expect(LANGUAGES).toEqual(expect.arrayContaining([...DETECTED_LANGUAGES]));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(LANGUAGES).toContain(guessLanguage(text));
      }),
    );
  });
});

describe('English text stays English', () => {
  it.each([
    'Bridges rust faster near salt water.',
    'Winter hiking is badly overrated.',
    'Elegant solution, awful naming.',
    'Is that so?',
    'Fancy a coffee?',
    'Nice one, mate!',
    'Oh no! Never mind.',
    'hey, you there?',
    'Act two, scene one',
    'Section 12',
    'WITNESS:',
    'Me, an idiot: on a plane',
    'Vaccines cause autism, claims senator',
    'Vaccine causes rare heart condition',
    'Covid tests contain lithium',
    'AI pilot in training',
    'Gas prices up 12% since May',
    'Minister visits flood victims',
    'Et tu, Brute? is from Shakespeare.',
    'The café serves crème brûlée and jalapeño poppers.',
    'Déjà vu happens more often to the young.',
    'Schadenfreude is a German word.',
    'Die Hard was filmed in Los Angeles.',
    'La La Land won six Oscars.',
    'Il Postino and La Strada are Italian films.',
    'Van Gogh painted sunflowers in Arles.',
    'Real Madrid beat Bayern 2-1',
    'Bayern München v Real Sociedad: 3-1',
    'São Paulo, Brazil (pop. 12 million)',
    'Lula da Silva wins in Brazil',
    'Q & A',
    'lol same',
    `${'tulips '.repeat(100)}end.`,
    `Say: ${'tulips '.repeat(100)}`,
  ])('%s', (text) => expect(languageOf(text)).not.toBe('foreign'));

  const NAMES = [
    ...['Elon Musk', 'Angela Merkel', 'Han van Meegeren', 'Luiz Inácio Lula da Silva', 'Lech Wałęsa'],
    ...['Recep Tayyip Erdoğan', 'Gabriel García Márquez', 'Johann Wolfgang von Goethe', 'Narendra Modi'],
    ...['Médecins Sans Frontières', 'Schleswig-Holstein', 'Côte d’Ivoire', 'Rio de Janeiro', 'Real Madrid'],
    ...['Jair Bolsonaro', 'Giorgia Meloni', 'Marine Le Pen', 'Pedro Sánchez', 'Xi Jinping', 'Vladimir Putin'],
  ];
  const SAID = [
    ...['{} resigns', '{}: Tesla 2023', '{} was born in 1949.', '{} met {} on Monday.', 'Is {} dead?'],
    ...['Photo of {} with {}', '{} sells fake paintings to {}', 'Meet {}', '{} vs {}', 'Why {} matters'],
    ...['{} never said that about {}.', 'Police arrest {} after protest', 'Not true: {} did not visit {}.'],
  ];
  it('whatever names stand in it', () => {
    const name = fc.constantFrom(...NAMES);
    fc.assert(
      fc.property(fc.constantFrom(...SAID), name, name, (said, one, other) => {
        const text = said.replace('{}', one).replace('{}', other);
        expect(languageOf(text), text).not.toBe('foreign');
      }),
      { numRuns: 2_000 },
    );
  });
});
