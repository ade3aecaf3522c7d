/** Webhooks in the config file. */
import { z } from 'zod';
import { WEBHOOK_REASONS } from '../../domain/webhook-reason.ts';
import { duration } from './duration.ts';
import { withoutFault } from './without-fault.ts';

const MOST_WEBHOOKS = 16;
const MOST_RETRIES = 20;
const LONGEST_TIMEOUT = 60_000;
/** Standard Webhooks, "Operational considerations": three days in all. */
const RETRIES = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map(
  (seconds) => seconds * 1_000,
);

const webhook = z.strictObject({
  url: withoutFault((text) => {
    const url = URL.parse(text);
    if (url === null || !/^https?:$/.test(url.protocol)) return 'must be an http(s) URL';
    const holdsMore = url.username !== '' || url.password !== '' || url.hash !== '';
    return holdsMore ? 'must not hold a user, a password or a fragment' : undefined;
  }),
  /** Base64 of 24 to 64 bytes, `whsec_` before it; several while one is replaced. */
  secret: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
  /** A file with such secrets, one on a line. */
  secret_file: z.string().min(1).optional(),
  /** Verdicts that are reported; `budgets`: budgets of issued keys that are nearly spent, or spent. */
  on: z.array(z.enum(WEBHOOK_REASONS)).min(1).default(['refuted']),
  /** Whether messages hold claims, quotes, titles and addresses. */
  texts: z.boolean().default(false),
  /** Milliseconds that one try may take. */
  timeout: duration
    .refine((ms) => ms > 0 && ms <= LONGEST_TIMEOUT, 'must be more than 0, and at most 60s')
    .default(15_000),
  /** Milliseconds to wait before each further try. */
  retries: z.array(duration).max(MOST_RETRIES).default(RETRIES),
});

export const webhooksSection = z.array(webhook).max(MOST_WEBHOOKS).default([]);
