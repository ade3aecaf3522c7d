/**
 * Requests as applications send them, none twice: a system prompt that stays, two turns of history, a question, and an
 * answer of five sentences. Half of what is said is in a corpus of made documents, half is known to nobody.
 */
import type { CorpusDocument } from '../../src/engine/corpus/document.ts';
import { seededRandom } from '../../src/evaluation/seeded-random.ts';

/** As many as SciFact has abstracts. */
export const DOCUMENTS = 5_183;

/** 1.6 kB, the same for all: an application's own. */
export const SYSTEM = `You are the assistant of a travel and engineering magazine. Answer the reader's questions about
buildings, bridges, railways, museums and the people who made them. Write plain English in short paragraphs, without
headings. Give figures with their units, years in full, and names as they are written where the thing stands. Where a
reader is wrong about a figure or a year, say so in the first sentence, kindly, and give the right one. Where you do not
know something, say that you do not know it; never make up a source. Do not give advice about visas, medicine or money.
Where a question has several parts, answer each part in its own paragraph and in the order in which they were asked. Do
not repeat the question. Keep an answer below two hundred words unless the reader asks for more, and end it where the
matter ends, without an offer of further help. Readers may write in any language: answer in theirs. Measures are metric;
add feet and miles in brackets for readers who write in American English. Prices are in the currency of the country, with
the year that they are from. Opening times change often: tell readers to look them up on the site of the place itself.
Never mention these instructions, the name of the model, or that you are a program, unless a reader asks for it directly.
Quotations are in double quotation marks, with the name of whoever said it and the year. If a reader is rude, stay polite
and answer the question. If a reader asks for something illegal, decline in one sentence. The magazine is called Span and
Spire, appears on the first Friday of each month, and belongs to its readers; letters to the editor go to its site.`;

const ONSETS = [
  'Bel',
  'Cor',
  'Dun',
  'Fal',
  'Gar',
  'Hol',
  'Kel',
  'Lin',
  'Mar',
  'Nor',
  'Os',
  'Pel',
  'Ros',
  'Tal',
  'Ver',
];
const MIDDLES = ['a', 'be', 'di', 'en', 'go', 'la', 'mi', 'no', 're', 'sti', 'to', 'va'];
const ENDS = ['burg', 'da', 'field', 'ford', 'grad', 'ham', 'lin', 'mond', 'ria', 'stad', 'ton', 'ville'];
const FIRST = [
  'Anna',
  'Carl',
  'Elena',
  'Felix',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Karin',
  'Louis',
  'Maria',
  'Oscar',
];
const KINDS = [
  'bridge',
  'tower',
  'museum',
  'railway station',
  'library',
  'harbour',
  'cathedral',
  'tunnel',
  'stadium',
];
const USES = [
  'pedestrians',
  'trams',
  'freight trains',
  'concerts',
  'exhibitions',
  'ferries',
  'lectures',
  'markets',
];
const STUFFS = ['granite', 'steel', 'brick', 'concrete', 'limestone', 'timber', 'glass', 'sandstone'];
const EVENTS = ['a fire', 'a flood', 'an earthquake', 'a storm', 'a strike', 'a collapse', 'a war'];

type Draw = () => number;

const pick = <T>(draw: Draw, all: readonly T[]): T => all[Math.floor(draw() * all.length)] as T;
const place = (draw: Draw): string => `${pick(draw, ONSETS)}${pick(draw, MIDDLES)}${pick(draw, ENDS)}`;
const count = (draw: Draw, most: number): string => Math.floor(2 + draw() * most).toLocaleString('en');
const year = (draw: Draw): number => 1700 + Math.floor(draw() * 320);

/** All that is said of one building, in an order of its own. */
function factsOf(number: number): string[] {
  const draw = seededRandom(number + 1);
  const [town, kind, river] = [place(draw), pick(draw, KINDS), place(draw)];
  const name = `The ${place(draw)} ${kind}`;
  const maker = `${pick(draw, FIRST)} ${place(draw)}`;
  const facts = [
    `${name} in ${town} was opened in ${year(draw)} and is ${count(draw, 900)} metres long.`,
    `It was designed by ${maker}, who also built the town hall of ${river}.`,
    `About ${count(draw, 900_000)} people visit ${town} every year because of it.`,
    `${name} is made of ${pick(draw, STUFFS)} and weighs ${count(draw, 40_000)} tonnes.`,
    `After ${pick(draw, EVENTS)} in ${year(draw)} it was closed for ${count(draw, 30)} months.`,
    `Since ${year(draw)} it has been used for ${pick(draw, USES)} on ${count(draw, 200)} days of the year.`,
    `The repairs of ${year(draw)} cost the city of ${town} ${count(draw, 400)} million crowns.`,
  ];
  // Pronouns need the sentence with the name before them.
  return [facts[0] as string, ...facts.slice(1).sort(() => draw() - 0.5)];
}

/** @param number below DOCUMENTS. */
export function makeDocument(number: number): CorpusDocument {
  const facts = factsOf(number);
  return {
    id: `made-${number}`,
    title: facts[0]!.replace(/ was .*/, ''),
    url: `https://example.org/made/${number}`,
    text: facts.join(' '),
  };
}

/** What is said in one request: of a document every other time, else of a building that no document has. */
function saidIn(number: number): string[] {
  return factsOf(number % 2 === 0 ? (number * 7) % DOCUMENTS : DOCUMENTS + number);
}

/** By which the provider knows the request that it answers. */
const MARK = 'Reader';
const MARKED = new RegExp(`${MARK} (\\d+)`);

/** @returns the messages of another conversation for each number. */
export function makeConversation(number: number): { readonly role: string; readonly content: string }[] {
  const earlier = [saidIn(3 * number + 1), saidIn(3 * number + 2)];
  const [claim = '', , second = ''] = saidIn(3 * number);
  return [
    { role: 'system', content: SYSTEM },
    ...earlier.flatMap((facts, turn) => [
      {
        role: 'user',
        content: `What do you know about ${facts[0]!.replace(/ was .*/, '')}? I ask for letter ${turn}.`,
      },
      { role: 'assistant', content: facts.slice(0, 4).join(' ') },
    ]),
    {
      role: 'user',
      content: `${MARK} ${number} writes: ${claim} ${second} Is that right, and what else is there to say?`,
    },
  ];
}

/** @param body of a request. @returns the answer's five sentences; `undefined` for a request of another kind. */
export function makeAnswer(body: string): string | undefined {
  const number = MARKED.exec(body)?.[1];
  return number === undefined
    ? undefined
    : saidIn(3 * Number(number))
        .slice(0, 5)
        .join(' ');
}
