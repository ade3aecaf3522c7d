import { PassThrough } from 'node:stream';
import { WriteStream } from 'node:tty';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTextPen } from '../../cli/pens.ts';
import type { Claim, Evidence, FactCheckMetadata } from '../../domain/claim.ts';
import { MARKDOWN_PEN } from './markdown-pen.ts';
import { countLeft, leftWord, sayUnsupported, summarize, writeCheck } from './write-check.ts';

const TOWER: Evidence = {
  source: 'wikipedia',
  kind: 'encyclopedia',
  title: 'Eiffel Tower',
  url: 'https://en.wikipedia.org/wiki/Eiffel_Tower',
  quote: 'It was completed on 31 March 1889.',
  published: '2024-05-01',
  stance: 'refutes',
};

function claimOf(over: Partial<Claim> = {}): Claim {
  const text = 'The Eiffel Tower was completed in 1899.';
  return {
    id: 'claim-1',
    text,
    original_text: text,
    role: 'text',
    message_index: 0,
    start: 0,
    end: text.length,
    category: 'event',
    confidence: 0.9,
    language: 'en',
    language_supported: true,
    verdict: 'refuted',
    explanation: 'The evidence gives another year.',
    evidence: [TOWER],
    ...over,
  };
}

function metadataOf(...claims: readonly Claim[]): FactCheckMetadata {
  return {
    claims_detected: claims.length,
    confidence_score: 0.9,
    summary: { claims: 0, supported: 0, refuted: 0, conflicting: 0, not_enough_evidence: 0, unchecked: 0 },
    sources_consulted: ['corpus', 'wikipedia'],
    mode: claims.some(({ verdict }) => verdict !== undefined) ? 'verify' : 'ground',
    claims,
  };
}

const inText = (...claims: readonly Claim[]): string =>
  writeCheck(metadataOf(...claims), openTextPen(new PassThrough()));
const inMarkdown = (...claims: readonly Claim[]): string => writeCheck(metadataOf(...claims), MARKDOWN_PEN);

beforeEach(() => {
  for (const name of ['NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS']) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

describe('a check as plain text', () => {
  it('gives each claim its verdict, explanation, quote, title, host, kind, date and link', () => {
    const unsure = claimOf({
      text: 'The tower is green.',
      original_text: 'The tower is green.',
      verdict: 'not_enough_evidence',
      explanation: 'Nothing bears on it.',
      evidence: [],
    });
    expect(inText(claimOf(), unsure)).toBe(`✗ refuted: The Eiffel Tower was completed in 1899.
    The evidence gives another year.
    refutes: “It was completed on 31 March 1889.”
        Eiffel Tower https://en.wikipedia.org/wiki/Eiffel_Tower (en.wikipedia.org, encyclopedia, 2024-05-01)

? not enough evidence: The tower is green.
    Nothing bears on it.

2 claims: 1 refuted, 1 not enough evidence; sources: corpus, wikipedia.
`);
  });

  it('shows how a claim was read, what is right instead, and each part with what it rests on', () => {
    const own: Evidence = {
      ...TOWER,
      kind: 'own_document',
      url: '',
      title: '',
      source: 'corpus',
      stance: 'supports',
    };
    const { published: _, ...undated } = own;
    const claim = claimOf({
      original_text: 'It was completed in 1899 and stands in Paris.',
      text: 'It was completed in 1899 and stands in Paris.',
      reading: 'The Eiffel Tower was completed in 1899 and stands in Paris.',
      correction: { wrong: '1899', right: '1889', source: 'wikipedia', url: TOWER.url },
      explanation: 'Another year. It does.',
      evidence: [TOWER, undated],
      parts: [
        {
          text: 'The tower was completed in 1899.',
          verdict: 'refuted',
          explanation: 'Another year.',
          evidence: [TOWER],
        },
        {
          text: 'The tower stands in Paris.',
          verdict: 'supported',
          explanation: 'It does.',
          evidence: [undated],
        },
      ],
    });
    expect(inText(claim)).toBe(`✗ refuted: It was completed in 1899 and stands in Paris.
    Understood as: The Eiffel Tower was completed in 1899 and stands in Paris.
    Correction: 1899 → 1889 (wikipedia https://en.wikipedia.org/wiki/Eiffel_Tower)
    ✗ refuted: The tower was completed in 1899.
        Another year.
        refutes: “It was completed on 31 March 1889.”
            Eiffel Tower https://en.wikipedia.org/wiki/Eiffel_Tower (en.wikipedia.org, encyclopedia, 2024-05-01)
    ✓ supported: The tower stands in Paris.
        It does.
        supports: “It was completed on 31 March 1889.”
            corpus (own document)

1 claim: 1 refuted; sources: corpus, wikipedia.
`);
  });

  it('gives a person’s verdict first, with note and evidence, and what a machine had said', () => {
    const decision = {
      verdict: 'supported',
      note: 'I have looked it up.',
      evidence: [{ text: 'Opened 1899.', url: 'https://example.org/tower' }, { url: 'in the archive' }],
    } as const;
    const decided = {
      ...claimOf({ correction: { wrong: '1899', right: '1889', source: 's', url: '' } }),
      decision,
    };
    expect(inText(decided)).toBe(`✓ supported: The Eiffel Tower was completed in 1899.
    Decided by a person. I have looked it up.
    “Opened 1899.”
        https://example.org/tower
    in the archive
    A machine had judged it: refuted.
    The evidence gives another year.
    refutes: “It was completed on 31 March 1889.”
        Eiffel Tower https://en.wikipedia.org/wiki/Eiffel_Tower (en.wikipedia.org, encyclopedia, 2024-05-01)

1 claim: 1 supported; sources: corpus, wikipedia.
`);
    const open = { ...claimOf({ checked: false }), decision: { verdict: 'refuted' } as const };
    expect(inText(open)).not.toContain('A machine');
  });

  it('marks a part that was not judged', () => {
    const part = { verdict: 'not_enough_evidence', explanation: 'No time.', evidence: [] } as const;
    const parts = [
      { ...part, text: 'The tower is in Paris.' },
      { ...part, text: 'The tower is green.', checked: false } as const,
    ];
    const text = inText(claimOf({ verdict: 'not_enough_evidence', parts }));
    expect(text).toContain('\n    ? not enough evidence: The tower is in Paris.\n');
    expect(text).toContain('\n    ○ not checked: The tower is green.\n        No time.\n');
    expect(text).toMatch(/\n1 claim: 1 not enough evidence; /);
  });

  it('says how a claim was read only where its words are others', () => {
    const marked = 'The **Eiffel Tower** was\ncompleted in 1899';
    expect(inText(claimOf({ original_text: marked }))).not.toContain('Read as');
    const said = inText(claimOf({ original_text: 'It was completed in 1899.' }));
    expect(said).toContain(
      ': It was completed in 1899.\n    Understood as: The Eiffel Tower was completed in 1899.\n',
    );
  });

  it('of claims without verdicts gives what was found, and which were left out', () => {
    const {
      verdict: _,
      explanation: __,
      ...found
    } = claimOf({ evidence: [{ ...TOWER, stance: 'unjudged' }] });
    const { evidence: ___, ...omitted } = found;
    const text = inText(found, { ...found, evidence: [] }, omitted);
    expect(text).toContain('• The Eiffel Tower was completed in 1899.\n    found: “It was');
    expect(text).toContain('1899.\n    No evidence was found.\n');
    expect(text).toContain('1899.\n    No evidence was searched for.\n');
    expect(text).toMatch(
      /\n3 claims: 1 with evidence found, 1 not looked up; sources: corpus, wikipedia\.\n$/,
    );
  });

  it('names a page without a quotation, and of the starter corpus the page that says more', () => {
    const hearsay: Evidence = { ...TOWER, kind: 'news', quote: '', title: ' ' };
    const starter: Evidence = {
      ...TOWER,
      source: 'starter',
      url: '/starter/eiffel',
      see_also: 'https://en.wikipedia.org/wiki/Eiffel_Tower',
    };
    const text = inText(claimOf({ evidence: [hearsay, starter] }));
    expect(text).toContain(
      '    refutes: en.wikipedia.org https://en.wikipedia.org/wiki/Eiffel_Tower (news, 2024-05-01)\n',
    );
    expect(text).toContain('        Eiffel Tower (starter, encyclopedia, 2024-05-01)\n');
    expect(text).toContain('        See also https://en.wikipedia.org/wiki/Eiffel_Tower\n');
    expect(text).not.toContain('/starter/eiffel');
  });

  it('says where there is nothing to check', () => {
    expect(inText()).toBe('No claims were found.\n');
    expect(inMarkdown()).toBe('No claims were found.\n');
  });
});

describe('what others decided', () => {
  const said = (decision: object | undefined, ...others: object[]) =>
    inText({ ...claimOf(), ...(decision && { decision }), others } as Claim)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => / decided/.test(line));

  it('is beside the decision that counts alike or otherwise, and without one neither', () => {
    const ana = { verdict: 'supported', by: 'Ana', at: Date.UTC(2026, 10, 5), note: 'See there.' };
    expect(said({ verdict: 'supported' }, ana)).toEqual([
      'Ana decided alike, 2026-11-05: supported. See there.',
    ]);
    expect(said({ verdict: 'refuted' }, { verdict: 'supported' })).toEqual([
      'A person decided otherwise: supported.',
    ]);
    expect(said(undefined, { verdict: 'conflicting' })).toEqual(['A person decided: conflicting evidence.']);
  });

  it('has its evidence below it: a quotation, an address, or both', () => {
    const text = (evidence: readonly object[]) =>
      inText({ ...claimOf(), others: [{ verdict: 'refuted', evidence }] } as Claim);
    expect(text([{ text: 'It was.' }])).toContain('    “It was.”\n    The evidence gives');
    expect(text([{ url: 'https://example.org/a' }])).toContain(
      ': refuted.\n    https://example.org/a\n    The evidence',
    );
    expect(text([{ text: 'It was.', url: 'a letter' }])).toContain(
      '    “It was.”\n        a letter\n    The evidence',
    );
  });
});

it('who decided a claim, and when, stands before why', () => {
  const decision = { verdict: 'refuted', by: 'Ana', at: Date.UTC(2026, 10, 5) } as const;
  expect(inText({ ...claimOf(), decision } as Claim)).toContain('    Decided by Ana, 2026-11-05.\n');
});

it('where and when a claim was said stands below it, as far as that is known', () => {
  expect(inText(claimOf({ speaker: 'Ana', time: '0:12', date: '2026-11-05' } as Partial<Claim>))).toContain(
    '1899.\n    Ana · 0:12 · 2026-11-05\n',
  );
  expect(inText(claimOf({ speaker: 'Ana' } as Partial<Claim>))).toContain('1899.\n    Ana\n');
});

it('claims are numbered from 1', () => {
  const pen = { ...openTextPen(), claim: (lines: string, number: number) => `${number}. ${lines}` };
  const text = writeCheck(metadataOf(claimOf(), claimOf()), pen);
  expect(text.match(/^\d\. /gm)).toEqual(['1. ', '2. ']);
});

it('names the languages that the detector is not trained on, each once', () => {
  const others = ['sv', 'th', 'sv'].map((language) => claimOf({ language, language_supported: false }));
  expect(sayUnsupported(metadataOf(claimOf(), ...others))).toEqual([
    'Claims in Swedish and Thai are found by general rules; some may be missing.',
  ]);
  expect(inText(claimOf(), ...others)).toMatch(
    /\.\n\nClaims in Swedish and Thai are found by general rules; some may be missing\.\n$/,
  );
  expect(sayUnsupported(metadataOf(claimOf()))).toEqual([]);
});

it('counts what was left: claims not checked where they were to be judged, and else claims not looked up', () => {
  const { verdict: _, evidence: __, ...open } = claimOf();
  const searched = { ...open, evidence: [] };
  const ground = metadataOf(open, searched, open);
  expect([countLeft(ground), leftWord(ground)]).toEqual([2, 'not looked up']);
  const verify = metadataOf(claimOf(), claimOf({ checked: false }));
  expect([countLeft(verify), leftWord(verify)]).toEqual([1, 'not checked']);
  const decision = { verdict: 'refuted' } as const;
  expect(countLeft({ ...verify, claims: [{ ...claimOf({ checked: false }), decision }] })).toBe(0);
  // A person's decision, or the gateway's own judge, makes verdicts of any mode.
  const decided = { ...ground, claims: [{ ...open, decision }, open] };
  expect([countLeft(decided), leftWord(decided)]).toEqual([0, 'not checked']);
});

it('says of a search without claims judged whom it asked, and of mere detection how many there are', () => {
  const { verdict: _, evidence: __, ...open } = claimOf();
  const detected = { ...metadataOf(open), mode: 'detect' as const };
  expect(summarize(detected)).toBe('1 claim.');
  expect(summarize({ ...metadataOf(open), sources_consulted: [] })).toBe(
    '1 claim: 1 not looked up; no source answered.',
  );
  expect(summarize({ ...metadataOf(), claims_detected: 2 })).toBe('2 claims; sources: corpus, wikipedia.');
});

describe('colours', () => {
  const painted = (isTTY: boolean, env: Record<string, string> = {}): boolean => {
    vi.stubEnv('TERM', 'xterm');
    vi.stubEnv('CI', undefined);
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const { getColorDepth } = WriteStream.prototype;
    const stream = Object.assign(new PassThrough(), { isTTY, getColorDepth });
    return writeCheck(metadataOf(claimOf()), openTextPen(stream)).includes('\u001b[');
  };

  it('are for terminals, and where they are asked for', () => {
    expect(painted(true)).toBe(true);
    expect(painted(false)).toBe(false);
    expect(painted(false, { FORCE_COLOR: '1' })).toBe(true);
  });

  it.each([
    ['NO_COLOR', '1'],
    ['FORCE_COLOR', '0'],
    ['TERM', 'dumb'],
  ])('are left out where %s is %s', (name, value) => {
    expect(painted(true, { [name]: value })).toBe(false);
  });
});

describe('links', () => {
  const written = (isTTY: boolean, env: Record<string, string> = {}): string => {
    vi.stubEnv('TERM', 'xterm');
    vi.stubEnv('CI', undefined);
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const { getColorDepth } = WriteStream.prototype;
    const stream = Object.assign(new PassThrough(), { isTTY, getColorDepth });
    return writeCheck(metadataOf(claimOf()), openTextPen(stream));
  };

  it('can be followed on a terminal', () => {
    expect(written(true)).toContain(`\u001b]8;;${TOWER.url}\u001b\\Eiffel Tower\u001b]8;;\u001b\\ `);
  });

  it.each([
    ['in a pipe', false, { FORCE_COLOR: '1' }],
    ['without colours', true, { NO_COLOR: '1' }],
  ])('are plain %s', (_where, isTTY, env) => {
    const text = written(isTTY, env as unknown as Record<string, string>);
    expect(text).not.toContain('\u001b]8');
    expect(text).toContain(TOWER.url);
  });
});

describe('texts of others', () => {
  const BAD = 'a\u001b]0;title\u0007\u009b31mb\r\nc\u202ed\u0000';
  const evil = claimOf({
    text: BAD,
    original_text: `x ${BAD}`,
    reading: `y ${BAD}`,
    explanation: BAD,
    correction: { wrong: BAD, right: BAD, source: BAD, url: `https://example.org/${BAD}` },
    parts: [
      {
        text: BAD,
        verdict: 'refuted',
        explanation: BAD,
        evidence: [
          {
            ...TOWER,
            source: BAD,
            title: BAD,
            quote: BAD,
            published: BAD,
            url: `https://example.org/${BAD}`,
            see_also: `https://example.org/${BAD}`,
          },
          { ...TOWER, url: 'javascript:alert(1)' },
        ],
      },
    ],
  });

  it.each([
    ['plain text', inText],
    ['Markdown', inMarkdown],
  ])('neither break a line of %s, nor act on a terminal', (_what, format) => {
    const text = format(evil);
    expect(text).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    expect(text.split('\n')).toHaveLength(13);
    expect(text).not.toContain('javascript:');
  });

  it('mean nothing in Markdown, where corrections and links are marked up', () => {
    const text = inMarkdown(
      claimOf({
        text: '# <img src=x> [a](https://evil.example) *b* &lt; `c`',
        original_text: '# <img src=x> [a](https://evil.example) *b* &lt; `c`',
        correction: { wrong: '1899', right: '1889', source: 'wikipedia', url: TOWER.url },
        explanation: '1. It is so.',
        evidence: [{ ...TOWER, title: 'A_b](x) <i>', url: 'https://example.org/a>b\\c' }],
      }),
    );
    expect(
      text,
    ).toBe(`- **refuted**: \\# \\<img src=x\\> \\[a\\](https://evil.example) \\*b\\* \\&lt; \\\`c\\\`
  - Correction: ~~1899~~ → **1889** ([wikipedia](<https://en.wikipedia.org/wiki/Eiffel_Tower>))
  - 1\\. It is so.
  - refutes: “It was completed on 31 March 1889.”
    - [A\\_b\\](x) \\<i\\>](<https://example.org/a%3Eb/c>) (example.org, encyclopedia, 2024-05-01)

1 claim: 1 refuted; sources: corpus, wikipedia.
`);
  });
});

it('counts the statements that were held against a context, of which some are no claims', () => {
  const held = metadataOf(
    claimOf(),
    claimOf({ id: 'claim-2', verdict: 'not_enough_evidence', evidence: [] }),
  );
  expect(summarize({ ...held, claims_detected: 1 })).toBe(
    '2 statements: 1 refuted, 1 not enough evidence; sources: corpus, wikipedia.',
  );
  expect(summarize({ ...metadataOf(claimOf()), claims_detected: 0 })).toContain('1 statement: ');
  expect(summarize({ ...held, claims_detected: 2 })).toContain('2 claims: ');
  expect(summarize({ ...held, claims_detected: 3, claims_omitted: 1 })).toContain(
    '3 claims, of which 2 are listed: ',
  );
  expect(summarize(metadataOf())).toBe('No claims were found.');
});
