/** What stands word for word in a document of the operator's is found, quoted and supported by it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInTests } from '../../src/cli/run-in-tests.ts';
import type { FactCheckMetadata } from '../../src/domain/claim.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const many = (count: number, say: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => say(at)).join(' ');

/** Sentences of the operator's documents; claims are found in each. */
const DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
  Rome: [
    'Rome is the capital city of Italy.',
    'The city has 2,860,009 residents in 1,285 square kilometres.',
    'It is the most populous comune in the country.',
    'The Aurelian Walls were built between 271 and 275.',
    '"All roads lead to Rome" is a saying that nobody can trace.',
    'Its metro has three lines; a fourth is planned.',
  ],
  'Internal memo': [
    'Project Bluefalcon ships in March.',
    'The budget is 4.2 million euros, of which 1.1 million are spent.',
    'Ann Miller leads it.',
  ],
  Whales: [
    'Blue whales can weigh up to 190 tonnes.',
    'They feed almost exclusively on krill.',
    'A calf drinks about 200 litres of milk a day.',
    'Their heartbeat can be heard from three kilometres away.',
    'Hunting them was banned in 1966.',
  ],
  'Leave policy': [
    'Employees have 28 days of paid leave a year.',
    'Leave that is not taken by 31 March expires.',
    'Part-time staff receive leave in proportion to their hours.',
  ],
  Brücke: [
    'Die Brücke in Oberwald wurde am 12. März 1887 eröffnet.',
    'Sie ist 324 Meter lang und ruht auf sieben Pfeilern.',
    'Der Bau kostete 1,2 Millionen Mark.',
    'Im Krieg wurde sie nicht beschädigt.',
  ],
  Pont: [
    'Le pont a été inauguré en 1901 par le maire.',
    'Il mesure 210 mètres.',
    'Les travaux ont duré quatre ans.',
    'Aucun ouvrier n’y a perdu la vie.',
  ],
  橋: ['この橋は1987年に開通した。', '橋の全長は1987年に300メートルであった。'],
  桥: ['这座桥于1987年通车。', '每天有两万辆车通过。'],
  Мост: [
    'Мост был открыт в 1887 году.',
    'Его длина составляет 324 метра.',
    'Строительство обошлось в 1,2 миллиона рублей.',
  ],
  جسر: ['افتتح الجسر في عام 1987.', 'يبلغ طوله ثلاثمئة متر.'],
  Facts: ['Gold does not rust.', 'Sharks are fish, not mammals.', 'Bats can see.', 'Iron floats on mercury.'],
  Handbook: [
    many(
      400,
      (at) => `Paragraph ${at} says that station ${at * 7} is served by crew ${at % 13} on weekdays.`,
    ),
    'The emergency valve of boiler nine closes at 6.5 bar.',
    many(400, (at) => `The spare parts of pump ${at * 3} are listed in annex ${at}.`),
  ],
};

/** As they are, and as somebody else writes them. */
const SENTENCES = [
  ...Object.values(DOCUMENTS).flatMap((sentences) => sentences.filter(({ length }) => length < 200)),
  'Paragraph 300 says that station 2100 is served by crew 1 on weekdays.',
  'The spare parts of pump 636 are listed in annex 212.',
  'BLUE WHALES CAN WEIGH UP TO 190 TONNES.',
  '**Project Bluefalcon** ships in March.',
  'The city  has 2,860,009 residents in  1,285 square kilometres.',
  '“All roads lead to Rome” is a saying that nobody can trace.',
];

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
  const documents = Object.entries(DOCUMENTS).map(([title, sentences], id) => {
    const text = sentences.join(/[。]/.test(sentences[0] as string) ? '' : ' ');
    return JSON.stringify({ id: `${id}`, title, url: `https://example.org/${id}`, text });
  });
  const env = { CLAIMGATE_DATA_DIR: gateway.dataDir };
  expect((await runInTests(['corpus', 'add', '-'], env, documents.join('\n'))).code).toBe(0);
});
afterAll(() => gateway.stop());

const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

it.each(['ground', 'verify'])('in mode %s', async (mode) => {
  expect(SENTENCES.length).toBeGreaterThanOrEqual(40);
  const missed: unknown[] = [];
  for (const text of SENTENCES) {
    const body = { text, mode, model: 'gpt-6-luna' };
    const response = await gateway.post('/v1/claims', body, { authorization: 'Bearer sandbox' });
    expect(response.status).toBe(200);
    const { claims } = ((await response.json()) as { fact_check_metadata: FactCheckMetadata })
      .fact_check_metadata;
    const quotes = claims.flatMap(({ evidence = [] }) => evidence).map(({ quote }) => bare(quote));
    const isQuoted = quotes.some((quote) => quote.includes(bare(text)));
    const verdicts = claims.map(({ verdict }) => verdict);
    if (!isQuoted || (mode === 'verify' && !verdicts.every((verdict) => verdict === 'supported')))
      missed.push([text, verdicts, quotes]);
  }
  expect(missed).toEqual([]);
});
