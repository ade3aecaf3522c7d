/**
 * OpenAI's error form: `{"error": {message, type, param, code}}`.
 * Source: the guide to error codes, and what the API was reported to answer.
 */
import { type Exchange, jsonReply, type Reply } from '../exchange.ts';
import { maskKey } from '../mask-key.ts';
import type { ChatErrorForms } from './speak-chat.ts';

export interface ErrorBody {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

export function openAIHeaders({ serial }: Exchange): Record<string, string> {
  return {
    'openai-organization': 'claimgate-sandbox',
    'openai-processing-ms': '12',
    'openai-version': '2020-10-01',
    'x-request-id': `req_${String(serial).padStart(32, '0')}`,
  };
}

const invalid = (message: string, code: string | null, param: string | null = null): ErrorBody => ({
  message,
  type: 'invalid_request_error',
  param,
  code,
});

/** @param wrap adds what a provider has beside the error. */
export function openAIErrorForms(
  wrap: (exchange: Exchange, error: ErrorBody) => object = (_, error) => ({ error }),
  headers: (exchange: Exchange) => Record<string, string> = openAIHeaders,
): ChatErrorForms {
  const reply = (exchange: Exchange, status: number, error: ErrorBody, more = {}): Reply =>
    jsonReply(status, wrap(exchange, error), { ...headers(exchange), ...more });
  return {
    unknownPath: (exchange) =>
      reply(exchange, 404, invalid(`Invalid URL (${exchange.method} ${exchange.path})`, null)),
    missingKey: (exchange) =>
      reply(
        exchange,
        401,
        invalid(
          "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
          null,
        ),
      ),
    invalidKey: (exchange, key) =>
      reply(
        exchange,
        401,
        invalid(
          `Incorrect API key provided: ${maskKey(key, '********')}. You can find your API key at https://platform.openai.com/account/api-keys.`,
          'invalid_api_key',
        ),
      ),
    revokedKey: (exchange) =>
      reply(
        exchange,
        401,
        invalid(
          'The OpenAI account associated with this API key has been deactivated. If you are the developer for this OpenAI app, please check your email for more information.',
          'account_deactivated',
        ),
      ),
    tooLarge: (exchange) => reply(exchange, 413, invalid('The request body is too large.', null)),
    badRequest: (exchange, { status = 400, message, param, code }) =>
      reply(exchange, status, invalid(message, code, param)),
    rateLimited: (exchange) =>
      reply(
        exchange,
        429,
        {
          message:
            'Rate limit reached for this model in organization claimgate-sandbox on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 7s.',
          type: 'requests',
          param: null,
          code: 'rate_limit_exceeded',
        },
        {
          'retry-after': '7',
          'x-ratelimit-limit-requests': '3',
          'x-ratelimit-remaining-requests': '0',
          'x-ratelimit-reset-requests': '7s',
        },
      ),
    outOfQuota: (exchange) =>
      reply(exchange, 429, {
        message: 'You exceeded your current quota, please check your plan and billing details.',
        type: 'insufficient_quota',
        param: null,
        code: 'insufficient_quota',
      }),
    overloaded: (exchange) =>
      reply(exchange, 503, {
        message: 'The engine is currently overloaded, please try again later.',
        type: 'server_error',
        param: null,
        code: null,
      }),
    failed: (exchange) => reply(exchange, 500, SERVER_ERROR),
    streamEvent: (exchange) => `data: ${JSON.stringify(wrap(exchange, SERVER_ERROR))}\n\n`,
  };
}

const SERVER_ERROR: ErrorBody = {
  message: 'The server had an error while processing your request. Sorry about that!',
  type: 'server_error',
  param: null,
  code: null,
};
