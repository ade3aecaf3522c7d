/** Made news: each text reports one event of a place that no other text has, in one sentence of many. */

export interface NewsText {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly link: string;
  /** ISO 8601. */
  readonly date: string;
  /** A claim that the text bears out. */
  readonly claim: string;
}

const HEADS =
  'Alder Birch Cedar Dun East Fern Glen Hazel Iron Juniper Kirk Lark Maple North Oak Pine Quarry Raven Stone Thorn'.split(
    ' ',
  );
const MIDDLES = 'ba de fi go lu ma ne ro si ta vu wy za ke pi xo hu ja que ri'.split(' ');
const TAILS = 'ton ham ford wick mouth bury stead by holm field'.split(' ');
const EVENTS = [
  { what: 'bridge', did: 'was opened to traffic', measure: 'metres long' },
  { what: 'library', did: 'was rebuilt after the fire', measure: 'seats for readers' },
  { what: 'harbour', did: 'was dredged for larger ships', measure: 'berths for boats' },
  { what: 'tram line', did: 'carried its first passengers', measure: 'stops on the way' },
  { what: 'power station', did: 'was taken off the grid', measure: 'workers on its books' },
  { what: 'hospital', did: 'moved to its new building', measure: 'beds for patients' },
];
const FILLERS = [
  'The council had discussed the plan for several years before the vote.',
  'Residents spoke of their hopes at a meeting in the town hall.',
  'The mayor thanked everyone who had worked on the project.',
  'Critics said that the money would have been better spent on schools.',
  'A spokesperson declined to comment on the final cost.',
  'The region has grown by some thousand people within ten years.',
  'Weather delayed the works by a few weeks in spring.',
  'A band played, and children waved flags at the ceremony.',
  'The opposition wants an inquiry into how contracts were given.',
  'Traffic in the centre is expected to become lighter.',
];

/** @param id from 0; the same text for the same id. */
export function newsText(id: number): NewsText {
  const pick = <T>(list: readonly T[], step: number): T => list[Math.floor(id / step) % list.length] as T;
  const place = pick(HEADS, 1) + pick(MIDDLES, 20) + pick(MIDDLES.toReversed(), 400) + pick(TAILS, 8_000);
  const event = EVENTS[(id * 7) % EVENTS.length] as (typeof EVENTS)[number];
  const year = 1990 + (id % 35);
  const size = 40 + ((id * 37) % 900);
  const month = String(1 + (id % 12)).padStart(2, '0');
  const day = String(1 + (id % 28)).padStart(2, '0');
  const fact = `The ${event.what} of ${place} ${event.did} in ${year} and has ${size} ${event.measure}.`;
  const before = Array.from({ length: 4 }, (_, at) => FILLERS[(id + at * 3) % FILLERS.length]).join(' ');
  const after = Array.from({ length: 4 }, (_, at) => FILLERS[(id * 3 + at * 7 + 5) % FILLERS.length]).join(
    ' ',
  );
  return {
    id,
    title: `News from ${place}`,
    text: `${before} ${fact} ${after}`,
    link: `https://archive.example.org/${year}/${id}`,
    date: `${year}-${month}-${day}`,
    claim: `The ${event.what} of ${place} ${event.did} in ${year}.`,
  };
}
