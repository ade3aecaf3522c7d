/** Everything that a browser keeps, as one file: it comes back as it was, and a broken one is refused by what is wrong. */
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../web/api/types.ts';
import type { Conversation } from '../../web/chat/conversation.ts';
import {
  entryOf,
  type KeptCheck,
  nameCheck,
  readEntry,
  readKept,
  searchable,
} from '../../web/check/kept-check.ts';
import {
  type Archive,
  type ArchivedRun,
  findNew,
  readArchive,
  writeArchive,
} from '../../web/data/archive.ts';
import { ArchiveFault } from '../../web/data/archive-fields.ts';

const TEXT = 'The Earth is flat. So it is.';
const CLAIM: Claim = {
  ...{ id: 'claim-1', text: 'The Earth is flat.', original_text: 'The Earth is flat.', role: 'text' },
  ...{ message_index: 0, start: 0, end: 18, category: 'attribute', confidence: 0.9 },
  verdict: 'refuted',
  evidence: [],
};
const CHECK: KeptCheck = {
  id: 'check-1',
  updated: 5,
  text: TEXT,
  found: { text: TEXT, claims: [CLAIM], gone: [] },
  metadata: undefined,
  about: { title: 'Flat', document: { url: 'https://blog.example/' } },
};
const TALK: Conversation = {
  id: 'talk-1',
  title: 'A talk',
  updated: 7,
  messages: [
    { id: 'm1', role: 'user', text: TEXT, claims: [CLAIM], verifying: false, status: 'done' },
    { id: 'm2', role: 'assistant', text: 'No.', claims: [], verifying: false, status: 'done' },
  ],
};
const RUN = {
  id: 'run-1',
  run: {
    ...{ id: 'run-1', file: 'rows.csv', created: 3, total: 2, unread: [], columns: ['text', 'expected'] },
    ...{ measure: 'verdicts', textColumn: 'text', idColumn: undefined, expectedColumn: 'expected' },
    ...{ claimsColumn: undefined, size: 2 },
    models: [{ model: { provider: 'openai', id: 'm', name: 'M' }, keyKind: 'own', ran: 9, running: false }],
  },
  rows: [
    { text: TEXT, expected: 'refuted' },
    { text: 'Hello', expected: '' },
  ],
  results: [
    {
      ...{ model: 0, row: 0 },
      result: { scored: [], claims: [CLAIM], verdict: 'refuted', confidence: 0.9, tokens: 12 },
    },
  ],
} as const satisfies ArchivedRun;
const ALL: Archive = { conversations: [TALK], checks: [CHECK], runs: [RUN] };
const written = (all: unknown = ALL): string => writeArchive(all as Archive, new Date(0));

describe('a file of everything', () => {
  it('comes back as it was', () => {
    expect(readArchive(written())).toEqual(ALL);
  });

  it('comes back without runs where an earlier version wrote it', () => {
    expect(readArchive(written({ conversations: [TALK], checks: [CHECK] })).runs).toEqual([]);
  });

  const withRun = (more: object): string => written({ ...ALL, runs: [{ ...RUN, ...more }] });
  const [kept] = RUN.results;
  const [message] = TALK.messages;
  const broken: Readonly<Record<string, readonly [file: string, said: string]>> = {
    'with a run without rows': [withRun({ rows: undefined }), 'runs[0].rows is not a list.'],
    'with a cell that is no text': [withRun({ rows: [{ text: 7 }] }), 'runs[0].rows[0].text is not text.'],
    'with more rows than a run takes': [
      withRun({ rows: new Array(5_001).fill({ text: '' }) }),
      'runs[0].rows is not at most 5,000 rows.',
    ],
    'with a run that measures nothing': [
      withRun({ run: { ...RUN.run, measure: 'x' } }),
      'runs[0].run.measure is not "extraction" or "verdicts".',
    ],
    'with a result of a row that is not there': [
      withRun({ results: [{ ...kept, row: 2 }] }),
      'runs[0].results[0].row is not a number of what the run has.',
    ],
    'with a result whose claim is broken': [
      withRun({ results: [{ ...kept, result: { ...kept.result, claims: [{ ...CLAIM, end: 0 }] } }] }),
      'runs[0].results[0].result.claims[0] is not a valid claim.',
    ],
    'with scores that are none': [
      withRun({ results: [{ ...kept, result: { ...kept.result, scored: [{ claim_id: 'c' }] } }] }),
      'runs[0].results[0].result.scored[0] is not a valid claim.',
    ],
    'cut off': [written().slice(0, -9), 'The file is not valid JSON: '],
    'of something else': ['{"claims":[]}', 'has no "format": "claimgate-data"'],
    'a list': ['[]', 'has no "format"'],
    'of a later version': [written().replace('"version":1', '"version":2'), 'has version 2, which this page'],
    'without checks': [written({ conversations: [] }), 'checks is not a list.'],
    'with a check that is none': [written({ ...ALL, checks: [7] }), 'checks[0] is not an object.'],
    'with a check without an id': [
      written({ ...ALL, checks: [{ ...CHECK, id: '' }] }),
      'checks[0].id is not an id.',
    ],
    'with a text too long': [
      written({ ...ALL, checks: [{ ...CHECK, text: 'x'.repeat(200_001) }] }),
      'checks[0].text is not at most 200,000 characters long.',
    ],
    'with a broken claim': [
      written({
        ...ALL,
        checks: [CHECK, { ...CHECK, id: 'b', found: { ...CHECK.found, claims: [{ ...CLAIM, end: 0 }] } }],
      }),
      'checks[1].found.claims[0] is not a valid claim.',
    ],
    'with a claim in another place': [
      written({ ...ALL, checks: [{ ...CHECK, found: { ...CHECK.found, text: `So: ${TEXT}` } }] }),
      'checks[0].found.claims[0] does not stand in the text where it says.',
    ],
    'with broken metadata': [
      written({ ...ALL, checks: [{ ...CHECK, metadata: { sources_consulted: 1 } }] }),
      'checks[0].metadata is not valid metadata of a check.',
    ],
    'with two of one id': [
      written({ ...ALL, checks: [CHECK, CHECK] }),
      'checks[1] has the same id as another one: check-1',
    ],
    'with a message of nobody': [
      written({ ...ALL, conversations: [{ ...TALK, messages: [{ ...message, role: 'system' }] }] }),
      'conversations[0].messages[0].role is not "user" or "assistant".',
    ],
    'with a broken claim in an earlier version': [
      written({
        ...ALL,
        conversations: [
          {
            ...TALK,
            messages: [{ ...message, versions: { at: 1, others: [[{ ...message, claims: [{}] }]] } }],
          },
        ],
      }),
      'conversations[0].messages[0].versions.others[0][0].claims[0] is not a valid claim.',
    ],
  };
  for (const [how, [file, said]] of Object.entries(broken)) {
    it(`is refused ${how}, and says so`, () => {
      expect(() => readArchive(file)).toThrow(ArchiveFault);
      expect(() => readArchive(file)).toThrow(said);
    });
  }

  it('adds beside what is there, once', () => {
    const rename = (check: KeptCheck, id: string): KeptCheck => ({ ...check, id });
    const ids = (there: { id: string; updated: number }[]) =>
      findNew([CHECK], there, rename).map(({ id }) => id);
    expect(ids([])).toEqual(['check-1']);
    expect(ids([CHECK])).toEqual([]);
    expect(ids([{ id: 'check-1', updated: 99 }])).toEqual(['check-1-5']);
    expect(
      ids([
        { id: 'check-1', updated: 99 },
        { id: 'check-1-5', updated: 5 },
      ]),
    ).toEqual([]);
  });
});

describe('the list of checks', () => {
  it('has the title, else that of the article, else the first words, and so many of each verdict', () => {
    const entry = entryOf(CHECK);
    expect(nameCheck(entry)).toBe('Flat');
    expect(nameCheck({ ...entry, about: { document: { title: 'An article' } } })).toBe('An article');
    expect(nameCheck({ ...entry, about: {} })).toBe(TEXT);
    const decided = { ...CLAIM, decision: { verdict: 'supported', evidence: [], at: 0 } } as Claim;
    const other: Claim = { ...CLAIM, id: 'c', text: 'Another.', checked: false };
    const { counts } = entryOf({ ...CHECK, found: { ...CHECK.found, claims: [CLAIM, decided, other] } });
    expect(counts, 'a person’s verdict counts as decided').toEqual({ refuted: 1, supported: 1, found: 1 });
    expect(readEntry(JSON.parse(JSON.stringify(entry)))).toEqual(entry);
  });

  it('is searched in titles, articles, texts and claims as they were understood', () => {
    const claim = { ...CLAIM, reading: 'Terra is flat.' };
    const words = searchable({ ...CHECK, found: { ...CHECK.found, claims: [claim] } });
    for (const word of ['flat', 'blog.example', 'so it is', 'terra']) expect(words).toContain(word);
  });

  it('lists nothing that is broken, and no claims that do not stand in their text', () => {
    expect(readEntry({ id: 3 })).toBeUndefined();
    expect(readEntry(null)).toBeUndefined();
    const entry = readEntry({ id: 'a', updated: 'x', counts: { refuted: {}, found: 2 }, about: [] });
    expect(entry).toEqual({ id: 'a', updated: 0, opening: '', about: {}, counts: { found: 2 } });
    expect(readKept(entry, undefined, {}, {})).toBeUndefined();
    expect(readKept(entry, TEXT, { text: 'Other', claims: [CLAIM] }, 7)).toMatchObject({
      text: TEXT,
      found: { text: '', claims: [] },
    });
  });
});
