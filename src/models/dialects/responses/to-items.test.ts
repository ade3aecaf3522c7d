import { describe, expect, it } from 'vitest';
import type { Model } from '../../../domain/catalogue.ts';
import type { Message } from '../../../domain/chat.ts';
import { joinPieces } from '../join-pieces-in-tests.ts';
import { writeJson } from '../write-json.ts';
import { extraOf } from './reasoning-items.ts';
import { toItems } from './to-items.ts';

const MODEL = { capabilities: { systemRole: 'developer' } } as Model;
/** As they are sent. */
const sent = (...messages: object[]) =>
  JSON.parse(joinPieces(writeJson({ items: toItems(messages as Message[], MODEL, 'openai') }))).items;
const text = (said: string, rest: object = {}) => ({ type: 'text', text: said, ...rest });
const CACHE = { cache: {} };
const REASONING = { type: 'reasoning', id: 'rs_1', encrypted_content: 'x' };
const call = (id: string, provider?: string) => ({
  ...{ id, name: 'f', arguments: '{}' },
  ...(provider === undefined ? {} : { extra: extraOf(provider, [REASONING]) }),
});
const written = (id: string) => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' });

describe('messages as items', () => {
  it('of each role', () => {
    expect(
      sent(
        { role: 'system', content: [text('Be brief.')] },
        { role: 'user', content: [text('Hi '), text('there.')] },
        { role: 'assistant', content: [text('Yes.')] },
        { role: 'tool', callId: 'c', content: [text('Found.')] },
        { role: 'tool', callId: 'd', content: [] },
      ),
    ).toEqual([
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: 'Hi there.' },
      { role: 'assistant', content: 'Yes.' },
      { type: 'function_call_output', call_id: 'c', output: 'Found.' },
      { type: 'function_call_output', call_id: 'd', output: '' },
    ]);
  });

  it('with calls have what was thought before them first', () => {
    const message = (content: object[], ...toolCalls: object[]) => ({
      role: 'assistant',
      content,
      toolCalls,
    });
    expect(sent(message([text('So.')], call('a', 'openai'), call('b'), call('c', 'openai')))).toEqual([
      REASONING,
      { role: 'assistant', content: 'So.' },
      ...[written('a'), written('b'), REASONING, written('c')],
    ]);
    expect(sent(message([], call('a', 'openai')))).toEqual([REASONING, written('a')]);
    // Another provider's stays away.
    expect(sent(message([], call('a', 'xai'), call('b', 'xai')))).toEqual([written('a'), written('b')]);
    expect(sent(message([]))).toEqual([{ role: 'assistant', content: '' }]);
  });

  it('show pictures, files and sounds in parts', () => {
    const content = [
      text('Look.'),
      { type: 'image', source: { kind: 'url', url: 'https://a.b/c.png' }, detail: 'low' },
      { type: 'image', source: { kind: 'data', mediaType: 'image/png', data: 'AAAA' } },
      { type: 'file', mediaType: 'application/pdf', data: 'BBBB', filename: 'b.pdf' },
      { type: 'file', mediaType: 'application/pdf', data: 'BBBB' },
      { type: 'audio', format: 'mp3', data: 'CCCC' },
    ];
    const [{ content: parts }] = sent({ role: 'user', content });
    expect(parts).toMatchObject([
      { type: 'input_text', text: 'Look.' },
      { type: 'input_image', image_url: 'https://a.b/c.png', detail: 'low' },
      { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'auto' },
      { type: 'input_file', filename: 'b.pdf', file_data: 'data:application/pdf;base64,BBBB' },
      { type: 'input_file', file_data: 'data:application/pdf;base64,BBBB' },
      { type: 'input_audio', input_audio: { data: 'CCCC', format: 'mp3' } },
    ]);
    expect(parts[4].filename).toMatch(/\.pdf$/);
  });

  it('that are marked stay in parts', () => {
    const marked = expect.objectContaining({ prompt_cache_breakpoint: expect.anything() });
    const [{ content }] = sent({ role: 'user', content: [text('a', CACHE), text('b')] });
    expect(content).toEqual([marked, { type: 'input_text', text: 'b' }]);
    const [{ content: said }] = sent({ role: 'assistant', content: [text('a', CACHE)] });
    expect(said).toMatchObject([{ type: 'output_text', text: 'a' }]);
    const [{ output }] = sent({ role: 'tool', callId: 'c', content: [text('a'), text('b')], ...CACHE });
    expect(output).toEqual([{ type: 'input_text', text: 'a' }, marked]);
    expect(output[1]).toMatchObject({ type: 'input_text', text: 'b' });
    const [{ output: nothing }] = sent({ role: 'tool', callId: 'c', content: [], ...CACHE });
    expect(nothing).toEqual([marked]);
    expect(nothing[0]).toMatchObject({ type: 'input_text', text: '' });
  });
});
