/** What a person sees whom nobody could sign in: a plain page, with a way back. */
import type { FastifyReply } from 'fastify';
import { escapeMarks } from '../../../engine/report/write-report.ts';
import type { SignInFault } from '../../admin/sign-in/identity-provider.ts';
import { PAGE_HEADERS } from '../answer/page-headers.ts';

type Fault = SignInFault | 'often' | 'unavailable';

const FAULTS: Readonly<Record<Fault, readonly [status: number, title: string, text: string]>> = {
  over: [400, 'This sign-in is over', 'It took too long, or it was finished before. Begin again.'],
  foreign: [400, 'This sign-in was begun elsewhere', 'Such as in another tab or window. Begin again here.'],
  denied: [403, 'You were not signed in', 'The sign-in was cancelled, or {name} refused it.'],
  client: [
    502,
    '{name} does not accept this gateway',
    'Its operator has to look at admin.sign_in: client_id, client_secret, scopes and url.',
  ],
  away: [503, '{name} cannot be reached', 'Try again in a moment. An admin key still opens the console.'],
  clock: [
    502,
    'The clocks differ',
    'The time in the answer of {name} is too far from that of this gateway. Its operator has to set the clock.',
  ],
  invalid: [
    502,
    'The answer of {name} is not valid',
    'Nobody was signed in. The log of the gateway says what was wrong with it.',
  ],
  role: [
    403,
    'You have no role here',
    'You signed in at {name}, but none of your groups or roles is one of this gateway’s operators. Ask one of them.',
  ],
  often: [429, 'Too many sign-ins failed', 'Wait a minute, and try again.'],
  unavailable: [503, 'The gateway cannot sign you in at the moment', 'Try again in a moment.'],
};

/** @param name what people know the provider by. */
export function sendSignInFault(reply: FastifyReply, fault: Fault, name: string): FastifyReply {
  const [status, title, text] = FAULTS[fault];
  const put = (words: string): string => escapeMarks(words.replace('{name}', () => name));
  return reply
    .code(status)
    .headers(PAGE_HEADERS)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${put(title)} – Claimgate</title>
<style>:root { color-scheme: light dark } body { font: 1.0625rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 20vh auto; padding: 0 1.25rem }</style>
<main>
<h1>${put(title)}</h1>
<p>${put(text)}</p>
<p><a href="/#/operate">Back to the console</a></p>
</main>
</html>
`);
}
