import { readFileSync } from 'node:fs';

/** Of the package. */
export const { version: VERSION } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** How the gateway names itself where it asks others. */
export const USER_AGENT = `claimgate/${VERSION}`;

/** @param contact the operator's address, which some sources want to know. */
export function userAgentWith(contact: string | undefined): string {
  return contact === undefined ? USER_AGENT : `${USER_AGENT} (${contact})`;
}
