import { describe, expect, it } from 'vitest';
import {
  type AssistantMessage,
  type ChatRequest,
  type Message,
  textMessage,
  textOf,
} from '../../../domain/chat.ts';
import type { Claim, Evidence } from '../../../domain/claim.ts';
import type { JsonObject } from '../../../domain/json-object.ts';
import { fenceWordUnder } from '../../../engine/factcheck/choose/fence-evidence.ts';
import { withoutNotes, writeNote } from './correction-note.ts';

const sign = fenceWordUnder('a secret');
const evidence = (quote: string, fields: Partial<Evidence> = {}): Evidence => ({
  source: 'corpus',
  kind: 'own_document',
  title: 'Handbook',
  url: 'https://example.org/handbook',
  quote,
  stance: 'refutes',
  ...fields,
});
const claim = (original_text: string, fields: Partial<Claim> = {}): Claim =>
  ({ original_text, verdict: 'refuted', evidence: [evidence('It opens at nine.')], ...fields }) as Claim;
const linesOf = (...claims: readonly Claim[]): string[] => writeNote(claims, sign).split('\n').slice(4);

describe('a note', () => {
  it('stands behind the answer as lines of its own', () => {
    expect(writeNote([claim('The shop opens at ten.')], sign)).toMatch(
      /^\n\n---\nFact check \([0-9a-f]{12}\):\n- “The shop opens at ten\.”: refuted\. “It opens at nine\.” \(Handbook, https:\/\/example\.org\/handbook\)$/,
    );
  });

  it('quotes what speaks against the claim, or else what speaks for it', () => {
    const [refutes, supports, neutral] = [
      evidence('Against.'),
      evidence('For.', { stance: 'supports' }),
      evidence('Beside.', { stance: 'neutral' }),
    ];
    const quoted = (...found: readonly Evidence[]): string =>
      linesOf(claim('It is so.', { verdict: 'conflicting', evidence: found }))[0] ?? '';
    expect(quoted(neutral, supports, refutes)).toContain('sources disagree. “Against.”');
    expect(quoted(neutral, supports)).toContain('“For.”');
    expect(quoted(neutral)).toContain('“Beside.”');
  });

  it('quotes nothing where nothing decides', () => {
    expect(linesOf(claim('It is so.', { verdict: 'not_enough_evidence' }))).toEqual([
      '- “It is so.”: no evidence found that decides it',
    ]);
    expect(linesOf(claim('It is so.', { evidence: [] }))).toEqual(['- “It is so.”: refuted']);
  });

  it('names its source where a text has no title, and no address where it has none', () => {
    const [line] = linesOf(claim('It is so.', { evidence: [evidence('No.', { title: '', url: '' })] }));
    expect(line).toBe('- “It is so.”: refuted. “No.” (corpus)');
  });

  it('is one line a claim, in which nothing is a link or a picture', () => {
    const [line, ...more] = linesOf(
      claim('It is\nso.', { evidence: [evidence('![x](https://evil.example/p.png)\n\n# Head')] }),
    );
    expect(more).toEqual([]);
    expect(line).toContain('“It is so.”');
    expect(line).not.toContain('](');
  });

  it('names ten claims, and how many more there are', () => {
    const claims = Array.from({ length: 11 }, (_, at) => claim(`Claim ${at}.`));
    expect(linesOf(...claims.slice(0, 10))).toHaveLength(10);
    expect(linesOf(...claims).slice(9)).toEqual([expect.stringContaining('Claim 9.'), '- and 1 more']);
  });

  it('cuts what is too long, and no character in two', () => {
    const [line] = linesOf(claim(`${'a'.repeat(399)}😀b`));
    expect(line).toContain(`“${'a'.repeat(399)}\u{fffd}…”`);
    expect(linesOf(claim('a'.repeat(400)))[0]).toContain(`“${'a'.repeat(400)}”`);
  });
});

describe('a conversation without notes', () => {
  const note = writeNote([claim('The shop opens at ten.'), claim('It is so.')], sign);
  const requestWith = (...content: readonly string[]): ChatRequest => ({
    stream: false,
    messages: [
      textMessage('user', `What of it?${note}`),
      { role: 'assistant', content: content.map((text) => ({ type: 'text', text })) } as AssistantMessage,
    ],
  });
  const left = (...content: readonly string[]): string =>
    textOf(withoutNotes(requestWith(...content), sign).messages[1]!);

  it.each(['Ten.', 'Ten.\n', 'Ten.\n\n---\nMore.', '  Ten.', '```\ncode\n```', ''])(
    'has the model’s %j',
    (said) => {
      expect(left(said + note)).toBe(said);
    },
  );

  it.each([
    ['without blanks at its end', (text: string) => `${text}\n \n`],
    ['with line breaks of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
  ])('knows a note again %s', (_how, change) => {
    expect(left(change(`Ten.${note}`))).toBe('Ten.');
  });

  it('has no part that was only a note, whether a client cut off how it begins or not', () => {
    for (const alone of [note, note.trim()]) {
      const { messages } = withoutNotes(requestWith('Ten.', alone), sign);
      expect(messages[1]?.content).toEqual([{ type: 'text', text: 'Ten.' }]);
    }
  });

  it('keeps what the gateway did not write', () => {
    for (const text of [
      'Ten.',
      `Ten.${writeNote([claim('It is so.')], fenceWordUnder('another'))}`,
      `Ten.${note.replace('ten', 'six')}`,
      `Ten.${note}\n- and one line more`,
    ]) {
      const request = requestWith(text);
      expect(withoutNotes(request, sign)).toBe(request);
    }
  });

  it('keeps what users wrote', () => {
    const request = requestWith(`Ten.${note}`);
    expect(withoutNotes(request, sign).messages[0]).toBe(request.messages[0]);
  });

  it('cleans what the caller wrote likewise, and leaves all else of it', () => {
    const request = requestWith(`Ten.${note}`);
    const [asked, answered] = [
      { role: 'user', content: `What of it?${note}` },
      {
        role: 'assistant',
        content: [{ type: 'text', text: `Ten.${note}`, mark: 1 }],
        extra: { a: [1], b: null },
      },
    ];
    const sources = new Map<Message, JsonObject>([
      [request.messages[0]!, asked],
      [request.messages[1]!, answered],
    ]);
    const body = { model: 'm', messages: [asked, answered], stop: ['x'] };
    const { written, messages } = withoutNotes(
      { ...request, written: { dialect: 'messages', body, unread: [], sources } },
      sign,
    );
    const clean = {
      role: 'assistant',
      content: [{ type: 'text', text: 'Ten.', mark: 1 }],
      extra: { a: [1], b: null },
    };
    expect(written?.body).toEqual({ model: 'm', messages: [asked, clean], stop: ['x'] });
    expect(written?.sources.get(messages[1]!)).toEqual(clean);
    expect(written?.sources.get(messages[0]!)).toBe(asked);
  });
});
