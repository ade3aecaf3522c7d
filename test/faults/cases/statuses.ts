/** Statuses of every kind: what they mean, what is tried again, and which wait is passed on. */
import { rawReply } from '../../harness/raw-server.ts';
import { OPENAI } from '../dialects.ts';
import type { Fault } from '../world.ts';
import { type Answer, inTurn, json, say } from './say.ts';

const hello = say(json(OPENAI.whole('Hello there')));
const FAILED = '502 provider_error';
const REJECTED = '400 invalid_request_error';

const status = (line: string, headers: readonly string[] = [], body = OPENAI.error('Sorry')): Answer =>
  say(rawReply(line, ['Content-Type: application/json', ...headers], body));
const page = (line: string): Answer =>
  say(rawReply(line, ['Content-Type: text/html'], '<html><h1>Bad Gateway</h1></html>'));
const quota = '{"error":{"message":"m","type":"insufficient_quota","code":"insufficient_quota"}}';
const AT = 'Fri, 31 Dec 2027 23:59:59 GMT';

const rows: readonly (readonly [string, Fault['answer'], string, number])[] = [
  ['204 without a body', say('HTTP/1.1 204 No Content\r\n\r\n'), FAILED, 1],
  ['304 without a body', say('HTTP/1.1 304 Not Modified\r\n\r\n'), FAILED, 1],
  ['300', status('300 Choices'), FAILED, 1],
  ['400', status('400 Bad'), REJECTED, 1],
  ['400 with a page', page('400 Bad'), REJECTED, 1],
  ['401', status('401 No'), '401 invalid_api_key', 1],
  ['402', status('402 Pay'), '429 insufficient_quota after 1', 1],
  ['403', status('403 Forbidden'), FAILED, 1],
  ['404', status('404 Gone'), '400 model_not_found', 1],
  ['407', status('407 Proxy'), FAILED, 1],
  ['408 every time', status('408 Late'), FAILED, 3],
  ['409 every time', status('409 Conflict'), FAILED, 3],
  ['410', status('410 Gone'), FAILED, 1],
  ['413', status('413 Large'), REJECTED, 1],
  ['418', status('418 Teapot'), FAILED, 1],
  ['422', status('422 Unprocessable'), REJECTED, 1],
  ['429 without a wait', status('429 Slow'), '429 provider_rate_limit_exceeded after 1', 1],
  [
    '429 with a short wait, every time',
    status('429 Slow', ['Retry-After: 0.1']),
    '429 provider_rate_limit_exceeded after 0.1',
    3,
  ],
  [
    '429 with a long wait',
    status('429 Slow', ['Retry-After: 34']),
    '429 provider_rate_limit_exceeded after 34',
    1,
  ],
  [
    '429 until a date',
    status('429 Slow', [`Retry-After: ${AT}`]),
    `429 provider_rate_limit_exceeded after ${AT}`,
    1,
  ],
  ['429 for the quota', status('429 Slow', ['Retry-After: 1'], quota), '429 insufficient_quota after 1', 1],
  ['429, then an answer', inTurn(status('429 Slow', ['Retry-After: 0.1']), hello), '"Hello there" stop', 2],
  ['500 every time', status('500 Oops'), FAILED, 3],
  [
    '500 twice, then an answer',
    inTurn(status('500 Oops'), status('500 Oops'), hello),
    '"Hello there" stop',
    3,
  ],
  ['500, then 400', inTurn(status('500 Oops'), status('400 Bad')), REJECTED, 2],
  ['501', status('501 What'), FAILED, 3],
  ['502 with a page', page('502 Bad Gateway'), FAILED, 3],
  ['502 with a page, then an answer', inTurn(page('502 Bad Gateway'), hello), '"Hello there" stop', 2],
  ['503 every time', status('503 Busy'), '503 provider_overloaded after 1', 3],
  ['503 with a long wait', status('503 Busy', ['Retry-After: 90']), '503 provider_overloaded after 90', 1],
  ['504 with a page', page('504 Late'), FAILED, 3],
  ['520', status('520 What'), FAILED, 3],
  ['529, then an answer', inTurn(status('529 Busy'), hello), '"Hello there" stop', 2],
  ['529 every time', status('529 Busy'), '503 provider_overloaded after 1', 3],
  ['599', status('599 What'), FAILED, 3],
  [
    'a wait that would split a header',
    status('429 Slow', ['Retry-After: 1\u00e9']),
    '429 provider_rate_limit_exceeded after 1',
    1,
  ],
  [
    'a 103, then an answer',
    say(
      Buffer.concat([
        Buffer.from('HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n'),
        json(OPENAI.whole('Hello there')),
      ]),
    ),
    '"Hello there" stop',
    1,
  ],
  ['201', status('201 Created', [], OPENAI.whole('Hello there')), '"Hello there" stop', 1],
];

export const STATUSES: readonly Fault[] = rows.flatMap(([name, answer, sees, asked]): Fault[] =>
  [false, true].map((stream) => ({
    name: `status ${name}${stream ? ', streamed' : ''}`,
    stream,
    answer,
    // A stream without a single event has been cut off; a whole answer without a body makes no sense.
    sees: stream && name.startsWith('204') ? '502 provider_cut_off' : sees,
    asked,
  })),
);
