/** Signs messages as receivers check them (Standard Webhooks 1.0.0, "Signature scheme", symmetric). */
import { createHmac } from 'node:crypto';
import type { ApiKey } from '../../domain/api-key.ts';

/**
 * @param secrets base64; a message has a signature for each, so that a receiver may know an old one or a new one.
 * @param sentMs Unix milliseconds of this try: receivers refuse what is old.
 * @returns the headers of the request.
 */
export function signMessage(
  id: string,
  body: string,
  secrets: readonly ApiKey[],
  sentMs: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(sentMs / 1_000));
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', Buffer.from(secret.reveal(), 'base64'));
    return `v1,${hmac.update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
