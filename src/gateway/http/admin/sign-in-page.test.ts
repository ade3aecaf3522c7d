import { expect, it } from 'vitest';
import { sendSignInFault } from './sign-in-page.ts';

it('the provider’s name is text, whatever is in it', () => {
  let body = '';
  const reply = { send: (text: string) => (body = text) } as Record<string, unknown>;
  for (const step of ['code', 'headers', 'type']) reply[step] = () => reply;
  sendSignInFault(reply as never, 'away', '<b>"A & $& B"');
  expect(body).toContain('<h1>&lt;b&gt;&quot;A &amp; $&amp; B&quot; cannot be reached</h1>');
  expect(body).not.toContain('<b>');
});
