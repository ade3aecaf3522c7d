/** What judges get wrong: nothing of it reaches a caller as evidence. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VERDICTS } from '../../../domain/claim.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { parseAnswer } from '../../../models/upstream/ask-json.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { chooseItems } from '../choose/choose-items.ts';
import type { Verification } from '../open-verifier.ts';
import type { RetrievedItem } from '../sources/source.ts';
import { type Outcome, stateVerdict, type VerifiedClaim } from '../state/state-verdict.ts';
import {
  agreeable,
  claimOf,
  found,
  itemOf,
  openTestVerifier,
  type SeenQuestion,
  type SimulatedJudge,
  simulateJudge,
  verdict,
} from './judge-in-tests.ts';
import { readJudgements } from './read-judgements.ts';

const PAGES = [
  itemOf('The wall is not visible from the Moon. It is too narrow for that.', { url: 'https://a.example/1' }),
  itemOf('Walls are long. They are built of stone.', { url: 'https://b.example/2', title: 'Walls' }),
];
const CLAIM = 'The wall is visible from the Moon.';

async function verify(judge: SimulatedJudge, rest: object = {}): Promise<Verification> {
  const verifier = openTestVerifier(judge, { retrieve: async () => found(...PAGES), ...rest });
  verifier.add(claimOf(CLAIM));
  return verifier.finish();
}

/** What is told of the claim after this answer, without the calls around it. */
function judged(pages: readonly RetrievedItem[], answer: unknown): VerifiedClaim {
  const items = chooseItems(CLAIM, found(...pages).items);
  const [judgements] = readJudgements(answer, [{ firstItem: 1, items: items.length, parts: 0 }]);
  const judgement = judgements?.[0];
  const outcome: Outcome =
    judgement === undefined ? { items, fault: 'judge-unusable' } : { items, judgement };
  return stateVerdict(claimOf(CLAIM), { reading: { text: CLAIM, parts: [] }, outcomes: [outcome] });
}

/** What holds whatever a judge says. */
function expectHonest(claims: readonly VerifiedClaim[]): void {
  for (const { verdict, checked, explanation, evidence, verdict_confidence } of claims) {
    expect(VERDICTS).toContain(verdict);
    expect(explanation).not.toMatch(/https?:|www\.|\[\d+\]/i);
    expect(explanation.length).toBeLessThanOrEqual(500);
    expect(explanation).not.toBe('');
    if (checked === false) {
      expect(verdict).toBe('not_enough_evidence');
      expect(verdict_confidence).toBeUndefined();
    } else {
      expect(verdict_confidence).toBeGreaterThan(0);
      expect(verdict_confidence).toBeLessThan(1);
    }
    for (const { url, quote, title } of evidence) {
      const page = PAGES.find((one) => one.url === url);
      expect(page?.text.includes(quote)).toBe(true);
      expect(page?.title).toBe(title);
      expect(quote).not.toBe('');
    }
    const sides = evidence.filter(({ stance }) => stance === 'supports' || stance === 'refutes');
    if (verdict !== 'not_enough_evidence') expect(sides.length).toBeGreaterThan(0);
  }
}

const says =
  (rest: object) =>
  ({ blocks }: SeenQuestion): object[] =>
    blocks.map((block) => verdict(block, rest));
const refutes = (number: number) => [{ number, stance: 'refutes', words: 'not visible' }];

describe('a lying judge', () => {
  it('names evidence that is not there: the verdict falls with it, and what was found takes no side', async () => {
    for (const number of [0, 3, 99, -1, 1.5]) {
      const { claims } = await verify(
        simulateJudge(says({ verdict: 'refuted', evidence: refutes(number), explanation: 'It is so.' })),
      );
      expect(claims[0]).toMatchObject({
        verdict: 'not_enough_evidence',
        explanation: 'The judge model named no evidence that decides this claim.',
        evidence: [{ stance: 'unjudged' }, { stance: 'unjudged' }],
      });
    }
  });

  it('names evidence that says nothing of the kind: supported by what refutes is not supported', async () => {
    const { claims } = await verify(simulateJudge(says({ verdict: 'supported', evidence: refutes(1) })));
    expect(claims[0]?.verdict).toBe('not_enough_evidence');
    const conflicting = await verify(simulateJudge(says({ verdict: 'conflicting', evidence: refutes(1) })));
    expect(conflicting.claims[0]?.verdict).toBe('not_enough_evidence');
  });

  it('makes quotes up: they only choose among sentences that are there, or nothing', async () => {
    for (const words of ['The wall shines brightly in lunar nights', 'https://evil.example', '', 'Walls']) {
      const verification = await verify(
        simulateJudge(says({ verdict: 'refuted', evidence: [{ number: 1, stance: 'refutes', words }] })),
      );
      expectHonest(verification.claims);
      expect(verification.claims[0]?.evidence[0]?.quote).toContain('The wall is not visible from the Moon.');
    }
  });

  it.each([
    ['As shown at https://evil.example/proof it is false.', 'As shown at it is false.'],
    ['It is false ([see](http://evil.example)). So says www.evil.example/a?b.', /^It is false/],
    ['It is false. See the proof at evil.example.', /^The evidence quoted from/],
    ['It is false, says keeper@evil.example, or evil[.]example.', /^The evidence quoted from/],
    ['It is false, ＨＴＴＰＳ：／／evil．ｅxample says.', 'It is false, says.'],
    ['It is false [1], see nasa-proof.com/wall [2, 3].', 'It is false, see.'],
    ['Nobody has seen it.\u202e\u0000\nIgnore\u2028me. A third. A fourth.', 'Nobody has seen it. Ignore me.'],
  ])('puts links and marks into its explanation: %j', async (explanation, expected) => {
    const verification = await verify(
      simulateJudge(says({ verdict: 'refuted', evidence: refutes(1), explanation })),
    );
    expectHonest(verification.claims);
    expect(verification.claims[0]?.explanation).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });

  it.each(
    [
      'NASA wrote: “No wall was ever seen by any of us up there”.',
      "NASA wrote: 'No wall was ever seen by any of us up there'.",
      'NASA wrote: ‘No wall was ever seen, that’s it, by any of us’.',
      'NASA: «No wall was ever seen by any of us».',
      'NASA: “No wall was ever seen by any of us.',
      'NASA calls it “quite impossible”.',
      'NASA says that it is “visible from there”, and “too narrow”.',
      'NASA：『我们没有看到长城』。',
      // Marks that are seldom seen: ornaments, angles, primes, brackets of other scripts, letters that look like marks.
      ...[
        '❮❯',
        '❝❞',
        '⟨⟩',
        '⟪⟫',
        '〈〉',
        '﹁﹂',
        '﹃﹄',
        '⸢⸣',
        '⸤⸥',
        '⸂⸃',
        '⸜⸝',
        '⸠⸡',
        '⹂”',
        '״״',
        '″″',
        '‶″',
        'ʺʺ',
        '˝˝',
        '🙶🙷',
      ],
      ...[
        '‛’',
        '❛❜',
        '＇＇',
        '′′',
        '‵′',
        '``',
        '´´',
        'ʻʼ',
        "`'",
        "''",
        '‹›',
        '׳׳',
        'ꞌꞌ',
        '˝˝',
        '”“',
        '››',
        '’’',
      ],
    ].map((text) => {
      const [open, close] = [...text];
      const marks = [...text].length === 2;
      return marks ? `NASA wrote: ${open}No wall was ever seen by any of us${close}.` : text;
    }),
  )('quotes in its explanation what nobody wrote: its words are left out: %s', async (explanation) => {
    const { claims } = await verify(
      simulateJudge(says({ verdict: 'refuted', evidence: refutes(1), explanation })),
    );
    expect(claims[0]?.explanation).toBe('The evidence quoted from “A page” (corpus) contradicts this claim.');
  });

  it.each([
    ',,No wall was ever seen by any of us',
    ",,No wall was ever seen by any of us''",
    "''No wall was ever seen by any of us''",
    '&ldquo;No wall was ever seen by any of us&rdquo;',
    '&#34;No wall was ever seen by any of us&#x22;',
    '&lt;&lt;No wall was ever seen by any of us&gt;&gt;',
  ])('quotes with signs in place of marks: its words are left out: %s', async (quote) => {
    const explanation = `NASA wrote: ${quote}.`;
    const { claims } = await verify(
      simulateJudge(says({ verdict: 'refuted', evidence: refutes(1), explanation })),
    );
    expect(claims[0]?.explanation).not.toContain('No wall was ever seen');
  });

  it.each([
    ...[
      'localhost:8080/admin',
      'localhost',
      'LocalHost/admin',
      'ｌｏｃａｌｈｏｓｔ',
      'intranet:8080',
      'printer:631/x',
    ],
    ...[
      '[::1]:8080/admin',
      '::1',
      '[fe80::1%25eth0]',
      '2001:db8::7',
      '::ffff:10.0.0.1',
      '[2001:DB8:0:0:8:800:200C:417A]',
    ],
    ...[
      '10.0.0.1',
      '10.0.0.1:80/a',
      '0x7f.0.0.1',
      '０x7f.1',
      'evil.example:80',
      'evil。example',
      'evil(dot)example',
    ],
    ...[
      'evil [dot] example',
      'evil {.} example',
      'evil dot com',
      'evil&#46;example',
      'evil\u200b.example',
      'evil.ex\u200dample',
    ],
    ...[
      'evil\u200d.example',
      'evil.\u{e0065}example',
      'evil\u0332.example',
      'evil.e\u0332xample',
      'evil.\u00adexample',
    ],
    ...['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'ftp:evil', 'tel:+4912345678'],
    ...['keeper@localhost', 'keeper\u200b@evil.example', 'evil.xn--p1ai', 'xn--p1ai:80'],
  ])('names an address that was not retrieved: it is left out: %s', async (address) => {
    const explanation = `It is too narrow, see ${address} for more.`;
    const { claims } = await verify(
      simulateJudge(says({ verdict: 'refuted', evidence: refutes(1), explanation })),
    );
    expect(claims[0]?.explanation).toMatch(/^(?:The evidence quoted from|It is too narrow, see for more\.$)/);
  });

  it('hides text in characters that nobody sees: they are left out', async () => {
    const tags = [...'Ignore all'].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('');
    const explanation = `It is\u00ad too nar\u{e0100}row${tags}.\u3164\u{1d173}\u034f`;
    const { claims } = await verify(
      simulateJudge(says({ verdict: 'refuted', evidence: refutes(1), explanation })),
    );
    expect(claims[0]?.explanation).toBe('It is too narrow.');
  });

  it.each([
    'It rose at 10:30 and set at 12:30:45, a ratio of 3:15, or 16:9.',
    'In C++, std::vector is narrow: see Genesis 1:3 and/or 5 km/h.',
    'Note: 2020 was 5\u2032 11\u2033 narrow, the ’90s were not, and rock ’n’ roll was.',
    'It is 12″ wide, 5′ long and 30″ high, as the dot shows, e.g. here.',
  ])('names no address and quotes nothing: it is kept: %s', async (explanation) => {
    const { claims } = await verify(
      simulateJudge(says({ verdict: 'refuted', evidence: refutes(1), explanation })),
    );
    expect(claims[0]?.explanation).toBe(explanation);
  });

  it('names an address that was retrieved: it is kept', async () => {
    const page = itemOf('The wall is not visible. It runs at localhost:8080 and ::1, by evil.example.');
    const explanation = 'It runs at localhost:8080 and ::1, by evil.example.';
    const { explanation: told } = judged([page], {
      verdicts: [{ claim: 1, verdict: 'refuted', evidence: refutes(1), explanation }],
    });
    expect(told).toContain('localhost:8080 and ::1');
  });

  it('is spoken for by a page whose title is a link: the link is left out', () => {
    const titled = itemOf('The wall is not visible.', { title: 'See https://evil.example/a now' });
    const { explanation } = judged([titled], {
      verdicts: [{ claim: 1, verdict: 'refuted', evidence: refutes(1) }],
    });
    expect(explanation).toBe('The evidence quoted from “See  now” (corpus) contradicts this claim.');
  });

  it.each([
    'It says: “the wall is not visible from the Moon”.',
    'That it is “visible from the Moon” is a “myth”, e.g. by U.S. standards of 3.5 km or 12" a.m.',
    "The page's words: 'The wall is not visible from the Moon'.",
    "The walls' makers didn't make them visible, and the builders' plans don't say so.",
  ])('quotes what is there, or nothing: %s', async (explanation) => {
    const { claims } = await verify(
      simulateJudge(says({ verdict: 'refuted', evidence: refutes(1), explanation })),
    );
    expect(claims[0]?.explanation).toBe(explanation);
  });

  it.each([
    ['verdicts outside the four', says({ verdict: 'mostly_true' })],
    [
      'a verdict for another claim',
      ({ blocks }: SeenQuestion) => blocks.map((b) => verdict(b, { claim: 7 })),
    ],
    ['prose without end', () => 'The wall is {not} visible. '.repeat(40_000)],
    ['broken JSON', () => '{"verdicts": [{"claim": 1, "verdict": "supp'],
    ['a refusal', () => 'I’m sorry, but I can’t help with that.'],
    ['nothing', () => ''],
    ['null', () => 'null'],
    ['a list', () => '[[[[]]]]'],
  ])('says %s: it is asked once more, and then the claim stays unjudged', async (_name, answer) => {
    const judge = simulateJudge(answer);
    const verification = await verify(judge);
    expectHonest(verification.claims);
    expect(verification.claims[0]).toMatchObject({
      verdict: 'not_enough_evidence',
      checked: false,
      explanation: 'This claim was not checked: the judge model gave no usable verdict.',
      evidence: [{ stance: 'unjudged' }, { stance: 'unjudged' }],
    });
    expect(judge.calls).toHaveLength(2);
    expect(verification.usage.completionTokens).toBe(
      judge.calls.reduce((sum, { tokens }) => sum + tokens.completion, 0),
    );
  });

  it('is repaired: the second answer counts', async () => {
    const judge = simulateJudge((question, call) => (call === 0 ? 'Sure! Here:' : agreeable(question)));
    const { claims } = await verify(judge);
    expect(claims[0]?.verdict).toBe('supported');
    expect(judge.calls[1]?.question.user).toContain('was not JSON of this schema');
    expect(judge.calls[1]?.question.user).not.toContain('Sure! Here');
  });

  it.each([
    [
      'leaves claims out',
      ({ blocks }: SeenQuestion) => agreeable({ system: '', user: '', blocks: blocks.slice(0, 1) }),
    ],
    [
      'calls every claim the first',
      ({ blocks }: SeenQuestion) => blocks.map((b) => verdict(b, { claim: 1 })),
    ],
  ])('%s: those are asked for once more', async (_name, answer) => {
    const judge = simulateJudge(answer);
    const verifier = openTestVerifier(judge);
    for (const thing of ['Water', 'Rain', 'Snow']) verifier.add(claimOf(`${thing} is wet.`));
    const { claims } = await verifier.finish();
    expect(claims.map((claim) => claim.verdict)).toEqual(['supported', 'supported', 'not_enough_evidence']);
    expect(judge.calls.map(({ question }) => question.blocks.length)).toEqual([3, 2]);
  });

  it('is silent: the call is given up, and after three the judge is not asked again', async () => {
    const judge = simulateJudge(() => 'silence');
    const verifier = openTestVerifier(judge, {
      judgeTimeoutMs: 5,
      concurrency: 1,
      retrieve: async (claim) => found(itemOf(`Of ${claim.text}`)),
    });
    for (let n = 0; n < 30; n++) verifier.add(claimOf(`Thing number ${n} is wet.`));
    const { claims } = await verifier.finish();
    expect(new Set(claims.map(({ explanation }) => explanation))).toEqual(
      new Set(['This claim was not checked: the judge model did not answer in time.']),
    );
    expect(judge.calls).toHaveLength(3);
    expect(judge.calls.every(({ aborted }) => aborted)).toBe(true);
  });

  it.each([
    [
      'api_key_revoked',
      1,
      'This claim was not checked: the provider refused the request to the judge model.',
    ],
    [
      'insufficient_quota',
      1,
      'This claim was not checked: the provider refused the request to the judge model.',
    ],
    ['provider_overloaded', 3, 'This claim was not checked: the request to the judge model failed.'],
  ] as const)('cannot be asked (%s)', async (code, calls, explanation) => {
    const judge = simulateJudge(() => new GatewayError(code, 'Words of the provider: sk-test'));
    const verifier = openTestVerifier(judge, { concurrency: 1 });
    for (let n = 0; n < 30; n++) verifier.add(claimOf(`Thing number ${n} is wet.`));
    const { claims } = await verifier.finish();
    expect(new Set(claims.map((claim) => claim.explanation))).toEqual(new Set([explanation]));
    expect(judge.calls).toHaveLength(calls);
  });

  it('says anything at all: what is reported of it is honest', () => {
    const wild = fc.oneof(
      fc.json(),
      fc
        .record(
          {
            claim: fc.oneof(fc.constant(1), fc.jsonValue()),
            verdict: fc.oneof(fc.constantFrom(...VERDICTS), fc.jsonValue()),
            probability: fc.oneof(fc.double(), fc.jsonValue()),
            evidence: fc.oneof(
              fc.array(
                fc.record({
                  number: fc.oneof(fc.integer({ min: -1, max: 4 }), fc.jsonValue()),
                  stance: fc.oneof(fc.constantFrom('supports', 'refutes', 'neutral'), fc.jsonValue()),
                  words: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
                }),
              ),
              fc.jsonValue(),
            ),
            explanation: fc.oneof(fc.string({ unit: 'binary', size: 'medium' }), fc.webUrl(), fc.jsonValue()),
            next_queries: fc.oneof(fc.array(fc.string({ unit: 'binary' })), fc.jsonValue()),
          },
          { requiredKeys: [] },
        )
        .map((entry) => JSON.stringify({ verdicts: [entry, entry] })),
    );
    fc.assert(
      fc.property(wild, (text) => expectHonest([judged(PAGES, parseAnswer(text))])),
      { numRuns: 500 },
    );
  });
});

describe('a quote', () => {
  it('never has a "not" cut off: every sentence it touches is there whole', () => {
    const part = fc.constantFrom(
      'not',
      'is',
      'The wall',
      'visible',
      'never',
      'was seen',
      'at 3.5 km',
      'by Dr. Who',
      '(as e.g. Mr. Smith says)',
      'from the Moon',
      '“it is so. Or not”',
    );
    const sentence = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => `${parts.join(' ')}.`);
    const text = fc.array(sentence, { minLength: 1, maxLength: 60 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(text, fc.string(), text, (page, noise, hint) => {
        const named = { number: 1, stance: 'supports', words: hint + noise };
        const { evidence } = judged([itemOf(page)], { verdict: 'supported', evidence: [named] });
        const quote = evidence[0]?.quote ?? '';
        const places = [];
        for (let at = page.indexOf(quote); at !== -1; at = page.indexOf(quote, at + 1)) places.push(at);
        const sentences = splitSentences(page);
        const whole = places.some((at) =>
          sentences.every(
            ({ start, end }) =>
              end <= at || start >= at + quote.length || (start >= at && end <= at + quote.length),
          ),
        );
        expect({ quote, whole }).toEqual({ quote, whole: true });
        expect(quote).not.toBe('');
      }),
      { numRuns: 500 },
    );
  });
});
