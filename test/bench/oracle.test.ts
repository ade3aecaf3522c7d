/** The oracle that measures verification: it knows all, and says only what it is shown. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { furtherQueries } from '../../bench/verify/ask-further.ts';
import { joinClaims, measureTexts, type Oracle, type Setting } from '../../bench/verify/measure-oracle.ts';
import { mixSentences, scoreMixed } from '../../bench/verify/mixed-sentences.ts';
import { judgeBlock, oracleClaim, oracleSentence, readClaims } from '../../bench/verify/oracle.ts';
import { type OracleGateway, openOracleGateway } from '../../bench/verify/oracle-gateway.ts';
import { startOracle } from '../../bench/verify/oracle-provider.ts';

const BRIDGE = oracleClaim('The Kestrel Bridge was opened in 1978.', 'refuted', [
  'The Kestrel Bridge was opened to traffic in 1987. It spans the Aldo.',
]);
const TOWER = oracleClaim('The Marren Tower has ninety floors.', 'supported', [
  'With its ninety floors the Marren Tower is the tallest of Aldovar.',
]);
const items = [
  { number: 4, heading: 'Rivers', text: 'The Aldo rises in the north.' },
  { number: 5, heading: 'Bridges', text: 'It is red. The Kestrel Bridge was opened to traffic in 1987.' },
];
const block = { number: 2, final: false, claim: BRIDGE.text, parts: [], context: undefined, items };
const none = () => [];

describe('the oracle judge', () => {
  it('says the verdict where a deciding sentence is shown, and names its item and its words', () => {
    const { answers, said } = judgeBlock(block, [TOWER, BRIDGE], none);
    expect(answers).toEqual([
      expect.objectContaining({
        claim: 2,
        part: 0,
        verdict: 'refuted',
        evidence: [{ number: 5, stance: 'refutes', words: 'The Kestrel Bridge was opened to traffic in' }],
      }),
    ]);
    expect(said).toEqual([expect.objectContaining({ claim: BRIDGE, shown: [BRIDGE] })]);
  });

  it('says nothing, and asks further, where none is shown', () => {
    const hidden = { ...block, items: items.slice(0, 1) };
    const ask = furtherQueries('rarest', ['The bridge was opened in 1990.', 'The tower was opened in 1978.']);
    const { answers } = judgeBlock(hidden, [BRIDGE], ask);
    expect(answers).toEqual([
      expect.objectContaining({
        verdict: 'not_enough_evidence',
        evidence: [],
        next_queries: ['kestrel bridge 1978 the was opened', 'the was opened in'],
      }),
    ]);
    expect(judgeBlock({ ...hidden, final: true }, [BRIDGE], ask).answers).toEqual([
      expect.objectContaining({ next_queries: [] }),
    ]);
  });

  it('takes no short sentence of a deciding text for what decides', () => {
    const listed = oracleClaim('The Marren Tower has ninety floors.', 'supported', [
      'Read more. Ninety floors has the Tower.',
    ]);
    const seen = {
      ...block,
      claim: listed.text,
      items: [{ number: 1, heading: '', text: 'Read more. The Aldo is blue.' }],
    };
    expect(judgeBlock(seen, [listed], none).said[0]?.shown).toEqual([]);
  });

  it('knows a claim by most of its words, and does not know another', () => {
    const said = (claim: string) => judgeBlock({ ...block, claim }, [TOWER, BRIDGE], none).said[0];
    expect(said('In Aldovar, the Kestrel Bridge was opened in 1978.')?.claim).toBe(BRIDGE);
    expect(said('Whales are mammals.')).toMatchObject({ claim: undefined, verdict: 'not_enough_evidence' });
  });

  it('judges each part, and a sentence without parts by all that it says', () => {
    const sentence = oracleSentence(
      'The Marren Tower has ninety floors and the Kestrel Bridge was opened in 1978.',
      [TOWER, BRIDGE],
    );
    const whole = { ...block, claim: sentence.text };
    expect(judgeBlock(whole, [sentence], none).answers).toMatchObject([{ part: 0, verdict: 'refuted' }]);
    const parted = { ...whole, parts: [TOWER.text, BRIDGE.text] };
    expect(judgeBlock(parted, [sentence], none).answers).toMatchObject([
      { claim: 2, part: 1, verdict: 'not_enough_evidence' },
      { claim: 2, part: 2, verdict: 'refuted' },
    ]);
  });
});

it('the oracle reader divides the sentences that it knows, and leaves the others as they are', () => {
  const sentence = oracleSentence('The tower has ninety floors and the bridge was opened in 1978.', [
    TOWER,
    BRIDGE,
  ]);
  const question = [
    'Passage 1',
    '<<<TEXT ab>>>',
    `${sentence.text} Whales are mammals.`,
    '<<<END TEXT ab>>>',
    '<<<CLAIMS ab>>>',
    `[1] ${sentence.text}`,
    '[2] Whales are mammals.',
    '<<<END CLAIMS ab>>>',
  ].join('\n');
  expect(readClaims(question, [sentence], true)).toEqual([
    { claim: 1, reading: '', parts: [TOWER.text, BRIDGE.text] },
    { claim: 2, reading: '', parts: [] },
  ]);
  expect(readClaims(question, [sentence], false)[0]).toEqual({ claim: 1, reading: '', parts: [] });
});

it('a text of claims has each of them as a sentence, in its place', () => {
  const small = oracleClaim('whales are mammals', 'supported', []);
  const [text] = joinClaims([small, oracleClaim('p53 is a protein.', 'supported', [])], 2);
  expect(text?.text).toBe('Whales are mammals. p53 is a protein.');
  expect(text?.claims.map(({ start, end }) => text.text.slice(start, end))).toEqual([
    'Whales are mammals.',
    'p53 is a protein.',
  ]);
});

describe('claims through the gateway', () => {
  let oracle: Oracle;
  let gateway: OracleGateway;
  const setting = (): Setting => ({ oracle, gateway, askFurther: none, reads: false });
  const unknown = oracleClaim('The Ostrel Museum was founded in 1911.', 'supported', [
    'Never in the corpus at all.',
  ]);

  beforeAll(async () => {
    oracle = await startOracle();
    const texts = [...BRIDGE.deciding, ...TOWER.deciding];
    const documents = texts.map((text, at) => ({
      id: `d${at}`,
      title: '',
      url: `https://example.org/${at}`,
      text,
    }));
    gateway = await openOracleGateway(documents, oracle.url);
  });
  afterAll(async () => {
    await gateway?.stop();
    await oracle?.stop();
  });

  it.each([false, true])('are followed to their verdicts, in a stream: %s', async (streams) => {
    const texts = joinClaims([BRIDGE, TOWER, unknown], 3);
    const measured = await measureTexts(texts, { ...setting(), streams });
    expect(measured.followed.map(({ claim, listed, shown }) => [claim.text, listed?.verdict, shown])).toEqual(
      [
        [BRIDGE.text, 'refuted', 1],
        [TOWER.text, 'supported', 1],
        [unknown.text, 'not_enough_evidence', 0],
      ],
    );
    expect(measured).toMatchObject({ listed: 3, unknown: 0 });
    expect(measured.searches).toBeGreaterThanOrEqual(3);
    expect(measured.judgeCalls).toBeGreaterThan(0);
  });

  it('have the verdict of their parts where they are joined', async () => {
    const { followed } = await measureTexts(mixSentences([TOWER, BRIDGE], [], 4), setting());
    expect(scoreMixed(followed)).toMatchObject({ sentences: 4, follows: 1, shown: 4, right: 1 });
  });
});
