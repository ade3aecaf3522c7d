import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Model } from '../../domain/catalogue.ts';
import { type Message, textMessage, textOf } from '../../domain/chat.ts';
import { GatewayError } from '../../domain/errors.ts';
import { ANTHROPIC } from '../providers/anthropic.ts';
import { MINIMAL_USER_TURN, toTurns } from './to-turns.ts';

const model: Model = {
  id: 'm',
  provider: 'anthropic',
  wireId: 'm',
  name: 'M',
  description: 'd',
  tier: 'basic',
  capabilities: { ...ANTHROPIC.capabilitiesOf('m'), assistantLast: true },
};
const refusing: Model = { ...model, capabilities: { ...model.capabilities, assistantLast: false } };

describe('toTurns', () => {
  it('joins system messages, merges neighbours and leaves blanks out', () => {
    const messages: Message[] = [
      textMessage('system', 'A'),
      textMessage('user', 'one'),
      textMessage('assistant', ' \n'),
      textMessage('user', 'two'),
      textMessage('system', 'B'),
    ];
    expect(toTurns(messages, refusing)).toEqual({
      system: [{ type: 'text', text: 'A\n\nB' }],
      turns: [textMessage('user', 'one\n\ntwo')],
    });
  });

  it('ends a conversation that the model is to continue where its words end', () => {
    const [one, other] = textMessage('assistant', 'One. \n').content;
    const messages = [
      textMessage('user', 'Go on.'),
      { role: 'assistant', content: [one, { ...other, ...one }] },
    ];
    const { turns } = toTurns(messages as Message[], model);
    const said = turns
      .at(-1)
      ?.content.map((block) => (block.type === 'text' ? block.text : ''))
      .join('|');
    expect(said).toMatch(/One\.$/);
    expect(said).toMatch(/^One\. \n./);
  });

  it('leaves a system message in its place where it belongs there, and only there', () => {
    const messages: Message[] = [
      textMessage('system', 'A'),
      textMessage('user', 'one'),
      { ...textMessage('system', 'Evidence.'), inPlace: true },
      textMessage('system', 'B'),
    ];
    expect(toTurns(messages, refusing)).toEqual({
      system: [{ type: 'text', text: 'A\n\nB' }],
      turns: [textMessage('user', 'one\n\nEvidence.')],
    });
  });

  it.each([[[]], [[textMessage('system', 'only this')]], [[textMessage('user', '')]]] as [Message[]][])(
    'lets the user say something where the caller has him say nothing: %j',
    (messages) => {
      expect(toTurns(messages, refusing).turns).toEqual([textMessage('user', MINIMAL_USER_TURN)]);
    },
  );

  it('continues the assistant’s last words without the blanks behind them', () => {
    const messages: Message[] = [textMessage('user', 'Count.'), textMessage('assistant', 'One, two, ')];
    expect(toTurns(messages, model).turns.at(-1)).toEqual(textMessage('assistant', 'One, two,'));
    expect(() => toTurns(messages, refusing)).toThrow(
      'A conversation that ends with the assistant is not supported by m',
    );
  });

  it('keeps all that stands before and behind the texts that it joins', () => {
    const text = (words: string) => ({ type: 'text', text: words }) as const;
    const picture = { type: 'image', source: { kind: 'url', url: 'https://a.b/c.png' } } as const;
    const messages = [
      { role: 'user', content: [picture, text('A')] },
      { role: 'user', content: [text('B'), picture] },
      { role: 'user', content: [text('C')] },
    ] as unknown as Message[];
    expect(toTurns(messages, refusing).turns).toEqual([
      { role: 'user', content: [picture, text('A\n\nB'), picture, text('C')] },
    ]);
  });

  it('joins no text to one that a mark ends', () => {
    const part = (text: string) => ({ type: 'text', text }) as const;
    const marked = { ...part('A'), cache: {} };
    const messages: Message[] = [
      { role: 'system', content: [marked] },
      textMessage('system', 'B'),
      textMessage('user', 'one'),
      { role: 'user', content: [{ ...part('two'), cache: {} }] },
      textMessage('user', 'three'),
    ];
    expect(toTurns(messages, refusing)).toEqual({
      system: [marked, part('B')],
      turns: [{ role: 'user', content: [{ ...part('one\n\ntwo'), cache: {} }, part('three')] }],
    });
  });

  it('always gives turns that a strict provider takes, and loses no word', () => {
    const role = fc.constantFrom('system' as const, 'user' as const, 'assistant' as const);
    const content = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom('', ' ', '\n\n', 'words', '\ud83d'),
    );
    const message = fc.tuple(role, content).map(([role, text]) => textMessage(role, text));
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
        let turns: ReturnType<typeof toTurns>;
        try {
          turns = toTurns(messages, refusing);
        } catch (error) {
          expect(error).toBeInstanceOf(GatewayError);
          expect(messages.findLast((m) => m.role !== 'system' && textOf(m).trim() !== '')?.role).toBe(
            'assistant',
          );
          return;
        }
        expect(turns.turns[0]?.role).toBe('user');
        for (const [at, turn] of turns.turns.entries()) {
          expect(textOf(turn).trim()).not.toBe('');
          expect(textOf(turn).isWellFormed()).toBe(true);
          expect(turn.role).not.toBe(turns.turns[at + 1]?.role);
        }
        const all = [textOf({ content: turns.system }), ...turns.turns.map(textOf)].join('\n');
        for (const message of messages) expect(all).toContain(textOf(message).trim().toWellFormed());
      }),
    );
  });
});
