/** What becomes of conversations: versions, continued answers, and what an older page has left. */
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../web/api/types.ts';
import {
  joinMetadata,
  joinPieces,
  keepWholeWords,
  mergeClaims,
  shiftClaim,
} from '../../web/chat/continue-answer.ts';
import {
  type Conversation,
  clearAnswer,
  type Message,
  putInstead,
  showVersion,
} from '../../web/chat/conversation.ts';
import { growAnswer } from '../../web/chat/grow-answer.ts';
import { joinTexts } from '../../web/chat/join-texts.ts';
import { readConversation } from '../../web/chat/read-conversation.ts';
import { writeConversation } from '../../web/chat/write-conversation.ts';
import { NO_VERDICTS } from './no-verdicts.ts';

function message(role: Message['role'], text: string): Message {
  return { id: text, role, text, claims: [], verifying: false, status: 'done' };
}

const question = (text: string): Message => message('user', text);
const answer = (text: string): Message => message('assistant', text);
const textsOf = (messages: readonly Message[]): string => messages.map(({ text }) => text).join(' ');

function claim(start: number, end: number, more: Partial<Claim> = {}): Claim {
  const text = `${start}-${end}`;
  const place = { start, end, role: 'assistant', message_index: 1 } as const;
  return { id: 'claim-1', text, original_text: text, ...place, category: 'event', confidence: 0.9, ...more };
}

it('pieces of text, and of thoughts, that follow each other are one', () => {
  const piece = (type: 'text' | 'thought', text: string) => ({ type, text });
  expect(
    joinTexts([piece('thought', 'a'), piece('thought', 'b'), piece('text', 'c'), piece('text', 'd')]),
  ).toEqual([piece('thought', 'ab'), piece('text', 'cd')]);
});

describe('versions', () => {
  const talk = [question('q1'), answer('a1')];

  it('keep an answer that is asked for again, and show either', () => {
    const again = clearAnswer(talk).put(answer('a2'));
    expect(textsOf(again)).toBe('q1 a2');
    expect(again[1]?.versions?.at).toBe(1);
    const first = showVersion(again, 'a2', 0);
    expect(textsOf(first)).toBe('q1 a1');
    expect(first[1]?.versions?.at).toBe(0);
    expect(textsOf(showVersion(first, 'a1', 1))).toBe('q1 a2');
  });

  it('stay in their order when the first of three is asked for again', () => {
    const three = clearAnswer(clearAnswer(talk).put(answer('a2'))).put(answer('a3'));
    const four = clearAnswer(showVersion(three, 'a3', 0)).put(answer('a4'));
    let shown = four;
    const order = [0, 1, 2, 3].map((wanted) => {
      shown = showVersion(shown, shown[1]?.id ?? '', wanted);
      return shown[1]?.text;
    });
    expect(order).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  it('are none of an answer without a word', () => {
    const again = clearAnswer(clearAnswer([question('q1'), answer('')]).put(answer('a1'))).put(answer('a2'));
    expect(again[1]?.versions).toMatchObject({ at: 1, others: [[{ text: 'a1' }]] });
  });

  it('of an edited question keep all that came after it, with its own versions', () => {
    const again = [...clearAnswer(talk).put(answer('a2')), question('q2'), answer('b1')];
    const edited = [...putInstead(again, 0, question('q1, edited')), answer('c1')];
    expect(textsOf(edited)).toBe('q1, edited c1');
    const back = showVersion(edited, 'q1, edited', 0);
    expect(textsOf(back)).toBe('q1 a2 q2 b1');
    expect(textsOf(showVersion(back, 'a2', 0))).toBe('q1 a1');
    expect(textsOf(showVersion(back, 'q1', 1))).toBe('q1, edited c1');
  });

  it('change nothing where there is no such message or version', () => {
    expect(showVersion(talk, 'gone', 0)).toBe(talk);
    expect(showVersion(talk, 'a1', 3)).toBe(talk);
  });

  it('are exported, all of them', () => {
    const again = [...clearAnswer(talk).put(answer('a2')), question('q2'), answer('b1')];
    const edited = [...putInstead(again, 0, question('q1, edited')), answer('c1')];
    const written = writeConversation({ id: 'x', title: 'A talk', updated: 0, messages: edited });
    for (const text of ['q1, edited', 'c1', 'q1', 'a1', 'a2', 'q2', 'b1']) {
      expect(written.split('\n').filter((line) => line === text)).toHaveLength(1);
    }
    expect(written).toContain('(Version 2 of 2)');
  });
});

describe('a continued answer', () => {
  it.each([
    ['The tower was comp', 'completed in 1889.', 'The tower was completed in 1889.'],
    ['The tower was comp', ' completed in 1889.', 'The tower was completed in 1889.'],
    ['The tower was', 'was completed.', 'The tower was completed.'],
    ['It was built. ', 'It stands.', 'It was built. It stands.'],
    ['It was built.', 'It stands.', 'It was built. It stands.'],
    ['It cost 3.', '5 million.', 'It cost 3.5 million.'],
    ['- one\n', '- two', '- one\n- two'],
    ['One.\n', '\n\nTwo.', 'One.\n\nTwo.'],
    ['Wel', 'come', 'Welcome'],
    ['埃菲尔铁塔建', '成于1889年。', '埃菲尔铁塔建成于1889年。'],
  ])('joins %j and %j', (before, more, whole) => {
    expect(joinPieces(keepWholeWords(before), more)).toBe(whole);
  });

  it('has the claims of both pieces where they stand, each with an id of its own', () => {
    const before: Message = {
      ...answer('The sea is 9 deep. The tower was comp'),
      claims: [claim(0, 18, { verdict: 'supported' }), claim(19, 37)],
    };
    const growth = growAnswer(before);
    expect(growth.asked.map(({ role }) => role)).toEqual(['assistant', 'user']);
    let grown = growth.take(before, { type: 'text', text: ' completed in 1889.' });
    grown = growth.take(grown, { type: 'text', text: ' It is 330 metres tall.' });
    grown = growth.take(grown, { type: 'claim', claim: claim(20, 42) });
    expect(grown.text).toBe('The sea is 9 deep. The tower was completed in 1889. It is 330 metres tall.');
    expect(grown.claims.map(({ start, end }) => grown.text.slice(start, end))).toEqual([
      'The sea is 9 deep.',
      'It is 330 metres tall.',
    ]);
    expect(new Set(grown.claims.map(({ id }) => id)).size).toBe(2);
    const checking = growth.take(grown, { type: 'checking', ids: ['claim-1'] });
    expect(checking.claims.map((one) => one.checking)).toEqual([undefined, true]);
  });

  it('stays as it was where nothing more comes', () => {
    const before = answer('The tower was comp');
    const growth = growAnswer(before);
    const usage = { prompt_tokens: 1, completion_tokens: 0, total_tokens: 1 };
    expect(growth.take(before, { type: 'usage', usage }).text).toBe('The tower was comp');
    expect(growth.text()).toBeUndefined();
  });

  it('has the claims that are found in the whole, with the verdicts that there are', () => {
    const known = [claim(0, 10, { verdict: 'supported' }), claim(11, 20), shiftClaim(claim(5, 15), 20)];
    const found = [claim(0, 10), claim(11, 24, { id: 'claim-2' }), claim(25, 35, { id: 'claim-3' })];
    const merged = mergeClaims(found, known);
    expect(merged.map(({ start, end, verdict }) => [start, end, verdict])).toEqual([
      [0, 10, 'supported'],
      [11, 24, undefined],
      [25, 35, undefined],
    ]);
    expect(new Set(merged.map(({ id }) => id)).size).toBe(3);
  });

  it('has a corrected text of both pieces', () => {
    const revision = { start: 4, end: 8, wrong: '1899', right: '1889', claim_id: 'claim-1' };
    const metadata = {
      ...{ claims_detected: 1, confidence_score: 1, sources_consulted: ['corpus'], claims: [] },
      summary: NO_VERDICTS,
      ...{ mode: 'verify' as const, revised_content: ' in 1889.', revisions: [revision] },
    };
    const joined = joinMetadata({ text: 'It was built' }, { text: ' in 1899.', metadata }, 12);
    expect(joined?.revised_content).toBe('It was built in 1889.');
    expect(joined?.revisions).toEqual([{ ...revision, start: 16, end: 20 }]);
  });
});

describe('what an older page has left', () => {
  it('is read as it is', () => {
    const kept: Conversation = {
      id: 'old',
      title: 'Old',
      updated: 5,
      messages: [question('q'), { ...answer('a'), claims: [claim(0, 1)] }],
    };
    expect(readConversation(kept)).toEqual(kept);
  });

  it.each([null, 7, 'x', [], {}, { id: 3 }, { id: '' }])('is nothing where it is %j', (row) => {
    expect(readConversation(row)).toBeUndefined();
  });

  it('loses what is broken in it, and nothing else', () => {
    const row = {
      id: 'odd',
      title: 3,
      updated: 'yesterday',
      messages: [
        null,
        { role: 'system', text: 'x' },
        { role: 'user', text: 'q', claims: 'none', versions: { at: 9, others: [[answer('b')], 'x', []] } },
        {
          id: 'a',
          role: 'assistant',
          text: 5,
          status: 'odd',
          metadata: { sources_consulted: 3 },
          failure: 1,
        },
        { id: 'a', role: 'assistant', text: 'a', claims: [null, { id: 1 }, claim(0, 1), claim(5, 2)] },
      ],
    };
    const read = readConversation(row);
    expect(read).toMatchObject({ id: 'odd', title: '', updated: 0 });
    expect(read?.messages.map(({ text, status }) => [text, status])).toEqual([
      ['q', 'done'],
      ['', 'done'],
      ['a', 'done'],
    ]);
    expect(read?.messages[0]?.versions).toMatchObject({ at: 1, others: [[{ text: 'b' }]] });
    expect(read?.messages[1]).not.toHaveProperty('metadata');
    expect(read?.messages[1]).not.toHaveProperty('failure');
    expect(read?.messages[2]?.claims).toHaveLength(1);
    expect(new Set(read?.messages.map(({ id }) => id)).size).toBe(3);
  });
});
