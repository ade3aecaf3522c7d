import { describe, expect, it } from 'vitest';
import labelled from '../../../../test/harness/starter-claims.json' with { type: 'json' };
import { readStarterEntries } from './starter/read-entries.ts';
import { createStarterSource } from './starter.ts';

const entries = readStarterEntries();
const source = createStarterSource(entries);
const find = async (text: string, limit = 3) =>
  (await source.search({ text, language: 'en', limit }, new AbortController().signal)).map(({ url }) => url);

/** What people write, and the entry that answers it. */
const ASKED: readonly (readonly [claim: string, id: string])[] = [
  ['The Great Wall of China is visible from the Moon.', 'great-wall-from-space'],
  ['Berlin is the capital of Germany', 'capital-of-germany'],
  ['Sydney is the capital of Australia.', 'capital-of-australia'],
  ['The Eiffel Tower was completed in 1889.', 'eiffel-tower'],
  ['the eiffel tower is in berlin', 'eiffel-tower-place'],
  ['Einstein won the Nobel Prize for his theory of relativity', 'einstein-nobel'],
  ['Einstein failed math as a child', 'einstein-mathematics'],
  ['VACCINES CAUSE AUTISM', 'vaccines-autism'],
  ['We only use 10 percent of our brains.', 'ten-percent-of-the-brain'],
  ['A goldfish has a memory of three seconds', 'goldfish-memory'],
  ['Water boils at 90 degrees Celsius at sea level.', 'water-boiling-point'],
  ['Humans have 208 bones', 'bones-of-the-body'],
  ['Napoleon Bonaparte was extremely short', 'napoleons-height'],
  ['Pluto is a planet.', 'pluto'],
  ['The moon landing was faked', 'moon-landing-hoax'],
  ['Lightning never strikes the same place twice', 'lightning-twice'],
  ['The Berlin Wall fell in 1991.', 'berlin-wall'],
  ['5G towers spread COVID-19', '5g-covid'],
  ['Mount Everest is 9,000 metres high', 'mount-everest'],
  ['Thomas Edison invented the light bulb', 'edison-light-bulb'],
];

describe('the starter corpus as a source', () => {
  it.each(ASKED)('finds for "%s" the entry that answers it, first', async (claim, id) => {
    expect((await find(claim))[0]).toBe(`/starter/${id}`);
  });

  it('finds for every labelled claim the entry of its label', async () => {
    for (const { title, supported, refuted } of labelled) {
      const id = entries.find((entry) => entry.title === title)?.id;
      for (const claim of [...supported, ...refuted]) {
        expect(await find(claim), claim).toContain(`/starter/${id}`);
      }
    }
  });

  it('finds every entry by its title', async () => {
    for (const { id, title } of entries) expect(await find(title), id).toContain(`/starter/${id}`);
  });

  it("gives its own page as the address, and the encyclopedia's article apart from it", async () => {
    const [item] = await source.search(
      { text: 'Is Pluto a planet?', language: 'en', limit: 1 },
      AbortSignal.any([]),
    );
    expect(item).toEqual({
      source: 'starter',
      title: 'Is Pluto a planet?',
      url: '/starter/pluto',
      text: expect.stringMatching(/^Pluto is a dwarf planet\. /),
      seeAlso: 'https://en.wikipedia.org/wiki/Pluto',
    });
  });

  it('finds nothing where nothing is said, and never more than was asked for', async () => {
    for (const text of ['', '   ', 'the of and', '"', 'qwxyz zzyzx', '\0'])
      expect(await find(text)).toEqual([]);
    expect((await find('The Earth is a planet of the Sun', 20)).length).toBe(20);
    expect(await find('planet', 1)).toHaveLength(1);
  });
});
