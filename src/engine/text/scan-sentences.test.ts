import { describe, expect, it } from 'vitest';
import { SentenceScan } from './scan-sentences.ts';
import { splitSentences } from './split-sentences.ts';

/** A text as it comes unit by unit: `‖` where a sentence is given, `¦` where the text so far most likely ends one. */
function marked(text: string): string {
  const scan = new SentenceScan();
  let shown = '';
  for (const unit of text.split('')) {
    scan.append(unit);
    shown += unit;
    for (let next = scan.next(); next; next = scan.next()) shown += '‖';
    if (scan.likely() !== undefined) shown += '¦';
  }
  return shown;
}

function ends(text: string): number[] {
  return splitSentences(text).map(({ end }) => end);
}

describe('sentences of a text that grows', () => {
  it.each([
    'It froze.¦ ¦Then i‖t thawed.¦',
    'It froze.¦\n‖Then it thawed.¦',
    'It froze.¦\r‖\n\r\nThen it thawed.¦',
    'It grew by 2.5. ¦T‖hen it fell.¦',
    'It was 1963.¦ ¦He ‖left.¦',
    'Is it true?¦Yes.¦I‖t ‖froze!¦T‖he river too.¦',
    'It is acidic.¦The ‖pH was below 5.I ‖saw it.¦',
    'She knows it.¦A fox',
    'See it.¦Fox/den now.¦',
    'See it.¦Fox.¦Den n‖ow.¦',
    'See it.¦Fox.¦2 now‖.¦',
    'UN.¦The end is ne‖ar.¦',
    'end (so.¦)¦The end‖.¦',
    'He said so.¦[1] T‖hen he left.¦',
    'He said so.¦[1234] T‖hen.¦',
    'He said so.¦[12345] Then.¦',
    'He said so.¦ ¦[1] T‖hen.¦',
    'He said so.¦ ¦[^] ‖Then.¦',
    'He said so.¦ ¦[12',
    'See `a. B` now.¦ ¦G‖o.¦',
    'See `a. B now.¦ ¦Go.¦',
    'See https://a.¦b/c.¦ ¦T‖hen go.¦',
    'At 3:// it is.¦ ¦G‖o.¦',
    '#News The game e‖nded.¦',
    '#News THE GAME ended.¦',
    'We won!¦ ¦#one #tw‖o T‖he end.¦',
    'We won #one #two\n‖Th‖e end.¦',
    'We won#one #two',
    '#one # The end.¦',
    'We won #one #two here.¦',
    'The game ended 🎉 The ‖crowd left.¦',
    'The game ended 🎉 Crowds ‖left.¦',
    'The game ended for 🎉 Crowds.¦',
    'The game of the year 🇫🇷 France.¦',
    'ذهب الولد إلى المدرسة 🎉 ا‖لبيت.¦',
    'The game ended 🎉 the crowd left.¦',
    '@anna\n@ben\nhas left.¦ ¦Y‖es.¦',
    '@anna x\nha‖s left.¦',
    'A line that is just long enough to have been wrapped, of\nUlm.¦',
    'A line that is just long enough to have been wrapped, of\n  Ul‖m.¦',
    'A line that is just long enough to have been wrapped, by\na)‖ men.¦',
    'A line just too short to have been wrapped by anybody so\nit ended.¦',
    '「行く。¦」¦と言った。¦次。¦',
    '«So it is!¦»¦ ¦she said.¦',
    '’So it is!¦’¦ ¦she said.¦',
    '(So it is!¦)¦ ¦she ‖said.¦',
    '“So it is!¦”¦ ¦– She left.¦',
    'So it is!¦ ¦– She ‖left.¦',
    'It was done.¦ ¦abcD‖ was used.¦',
    'It was done.¦ ¦abcdE was used.¦',
    'It was done.¦ ¦i',
    'It was done!¦ ¦so was this.¦',
    'It was done?¦ ¦so ‖was this.¦',
    'It was done.¦.¦.¦ ¦it was good.¦',
    'it was done.¦.¦.¦ ¦so ‖was this.¦',
    '# Title. So\n‖It is.¦ ¦Yes',
    'See No.¦ ¦Ix it.¦',
    'Dr. abcd. Karl knows.¦',
    'The Bldg. Karl saw',
    'The Bldgs.¦ ¦Karl ‖saw',
    'It is, 5. ¦Mai',
    'It was at 5 p.m.¦ ¦Karl ‖left.¦',
    'It was at 5 p.m.¦ ¦KARL left.¦',
    'it was etc.¦ ¦morning',
  ])('are given as soon as what follows decides it: %j', (shown) => {
    expect(marked(shown.replace(/[‖¦]/g, ''))).toBe(shown);
  });

  it('are said to be likely neither of code, headings and tables nor of more than 1,000 units', () => {
    const likely = (text: string) => {
      const scan = new SentenceScan();
      scan.append(text);
      while (scan.next() !== undefined);
      return scan.likely()?.kind;
    };
    expect(likely('It froze.')).toBe('prose');
    expect(likely('- It froze.')).toBe('list');
    expect(likely('> It froze.')).toBe('quote');
    expect(likely('# It froze.')).toBeUndefined();
    expect(likely('| It froze.')).toBeUndefined();
    expect(likely('```\nIt froze.')).toBeUndefined();
    expect(likely('```\nIt froze and thawed.')).toBeUndefined();
    expect(likely('```.')).toBeUndefined();
    expect(likely('.')).toBeUndefined();
    expect(likely(`${'a'.repeat(999)}.`)).toBe('prose');
    expect(likely(`${'a'.repeat(1000)}.`)).toBeUndefined();
  });

  it('have the same places and text when earlier ones were given', () => {
    const text = 'It froze. (It was 1963. Twice.) It thawed.\n\n- Then it froze. It thawed.';
    const scan = new SentenceScan();
    const found: unknown[] = [];
    const read: string[] = [];
    for (const unit of `${text}\n`.split('')) {
      scan.append(unit);
      for (let next = scan.next(); next; next = scan.next()) {
        found.push(next);
        read.push(scan.slice(next));
      }
    }
    expect(found).toEqual(splitSentences(text));
    expect(read).toEqual([
      'It froze.',
      '(It was 1963. Twice.)',
      'It thawed.',
      'Then it froze.',
      'It thawed.',
    ]);
  });
});

describe('lines and what they begin with', () => {
  it.each<[string, string[]]>([
    ['#1 It is.', ['prose 1 0: #1', 'prose 1 0: It is.']],
    ['#', []],
    ['We won #one_1 #two', ['prose 1 0: We won', 'prose 1 0: #one_1 #two']],
    ['####### Title. So\nIt is.', ['prose 1 0: ####### Title.', 'prose 1 0: So', 'prose 2 0: It is.']],
    ['###### Title. So', ['heading 1 0: Title. So']],
    ['> # Title. So', ['heading 1 0: Title. So']],
    ['> > Said. So', ['quote 1 0: Said.', 'quote 1 0: So']],
    ['-item. So', ['prose 1 0: -item.', 'prose 1 0: So']],
    ['1234. item. So', ['list 1 0: item.', 'list 1 0: So']],
    ['12345. item. So', ['prose 1 0: 12345. item.', 'prose 1 0: So']],
    ['(1) item. So', ['list 1 0: item.', 'list 1 0: So']],
    ['(a) item. So', ['list 1 0: item.', 'list 1 0: So']],
    ['a. item. So', ['prose 1 0: a. item.', 'prose 1 0: So']],
    ['ab) item. So', ['prose 1 0: ab) item.', 'prose 1 0: So']],
    ['- [y] item', ['list 1 0: [y] item']],
    ['- [x]item', ['list 1 0: item']],
    ['- {x] item', ['list 1 0: {x] item']],
    ['- [x} item', ['list 1 0: [x} item']],
    ['•item', ['prose 1 0: •item']],
    ['•', []],
    ['--', ['prose 1 0: --']],
    ['---', ['code 1 0: ---']],
    ['- - -', ['code 1 0: - - -']],
    ['-|-', ['code 1 0: -|-']],
    ['``\nA. B', ['prose 1 0: ``', 'prose 2 0: A. B']],
    ['~~~\nA. B\n~~~~\nC. D', ['code 1 0: ~~~', 'code 2 0: A. B', 'code 3 0: ~~~~', 'prose 4 0: C. D']],
    ['~~~~\nA. B\n~~~\nC. D', ['code 1 0: ~~~~', 'code 2 0: A. B', 'code 3 0: ~~~', 'code 4 0: C. D']],
    ['A. B.', ['prose 1 0: A.', 'prose 2 0: B.']],
    ['A B', ['prose 1 0: A', 'prose 2 0: B']],
    ['|a\nB', ['table 1 0: |a', 'prose 2 0: B']],
    ['Un.The end.', ['prose 1 0: Un.The end.']],
    ['He (a (b. C) d. E) f. G.', ['prose 1 0: He (a (b. C) d. E) f. G.']],
    ['A.\n \nB.\nC.', ['prose 1 0: A.', 'prose 2 1: B.', 'prose 3 1: C.']],
  ])('%j', (text, sentences) => {
    const found = splitSentences(text).map(
      ({ kind, line, paragraph, start, end }) => `${kind} ${line} ${paragraph}: ${text.slice(start, end)}`,
    );
    expect(found).toEqual(sentences);
  });
});

describe('lengths at which a sentence ends all the same', () => {
  it.each<[string, string, number[]]>([
    ['1,000 units', 'a'.repeat(1000), [1000]],
    ['a unit more', 'a'.repeat(1001), [1000, 1001]],
    ['a space after half of them', `${'a'.repeat(501)} ${'b'.repeat(600)}`, [501, 1102]],
    ['a space before half of them', `${'a'.repeat(500)} ${'b'.repeat(600)}`, [1000, 1101]],
    ['a space behind them', `${'a'.repeat(1000)} b`, [1000, 1002]],
    ['a pair of units across the last', `${'a'.repeat(999)}🎉b`, [999, 1002]],
    ['a pair of units behind the last', `${'a'.repeat(1000)}🎉b`, [1000, 1003]],
    ['100 dots', `Wait${'.'.repeat(100)}x`, [105]],
    ['101 dots', `Wait${'.'.repeat(101)}x`, [105, 106]],
    ['99 blanks behind a dot', `Wait.${' '.repeat(99)}x`, [105]],
    ['100 blanks behind a dot', `Wait.${' '.repeat(100)}x`, [5, 106]],
    ['100 units of emoji', `The game ended ${'🎉'.repeat(50)} The end`, [123]],
    ['98 units of emoji', `The game ended ${'🎉'.repeat(49)} The end`, [113, 121]],
    ['11 units with the first half of an emoji', 'Games ende🎉 The end', [20]],
    ['12 units with the first half of an emoji', 'Games ended🎉 The end', [13, 21]],
    ['a bracket open for 249 units', `He won (${'a'.repeat(248)}. Then`, [262]],
    ['a bracket open for 250 units', `He won (${'a'.repeat(249)}. Then`, [258, 263]],
    ['code of 198 units', `See \`${'a'.repeat(195)}. B\` now`, [208]],
    ['code of 199 units', `See \`${'a'.repeat(196)}. B\` now`, [202, 209]],
    ['59 units of Thai before a space', `${'ก'.repeat(59)} กข`, [62]],
    ['60 units of Thai before a space', `${'ก'.repeat(60)} กข`, [60, 63]],
    ['60 units of Thai before a Latin word', `${'ก'.repeat(60)} ab`, [63]],
    ['a Latin letter before the space', `${'ก'.repeat(60)}a กข`, [64]],
  ])('%s', (_, text, expected) => {
    expect(ends(text)).toEqual(expected);
  });
});
