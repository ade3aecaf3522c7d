/**
 * The ids of responses and of their items. An item's id holds that of its response, so that the response is found
 * from a reference to the item.
 */

/** Characters of a completion's random token. */
const TOKEN = 24;
const RESPONSE = 'resp_';
/** An id of the gateway's own. */
const OWN = /^[a-z]+_([A-Za-z0-9_-]{24})[io]\d+(?:_([a-z0-9-]+))?$/;

/** @param completionId of the gateway's own: `chatcmpl-` and the token. */
export function responseIdFor(completionId: string): string {
  return RESPONSE + completionId.slice(-TOKEN);
}

/**
 * @param kind of the item: lower-case letters, such as `msg`.
 * @param place in the output, from 0.
 */
export function outputItemId(kind: string, responseId: string, place: number): string {
  return `${kind}_${responseId.slice(-TOKEN)}o${place}`;
}

/** @param takenBy key of the provider that takes the item back; the id tells it. */
export function reasoningItemId(responseId: string, place: number, takenBy: string | undefined): string {
  const writer = takenBy === undefined ? '' : `_${takenBy}`;
  return `rs_${responseId.slice(-TOKEN)}o${place}${writer}`;
}

/** @param place in the input, from 0: of an item that its caller gave no id. */
export function inputItemId(responseId: string, place: number): string {
  return `msg_${responseId.slice(-TOKEN)}i${place}`;
}

/** @returns the id of the response that an item stands in; `undefined` for an id that is none of the gateway's. */
export function responseIdOf(itemId: string): string | undefined {
  const token = OWN.exec(itemId)?.[1];
  return token === undefined ? undefined : RESPONSE + token;
}

/** @returns the key of the provider that takes an item of reasoning back; `undefined` where the id does not tell. */
export function takerOf(itemId: string): string | undefined {
  return OWN.exec(itemId)?.[2];
}

/** Whether it can be an id of a response. */
export function isResponseId(id: string): boolean {
  return /^resp_[A-Za-z0-9_-]{24}$/.test(id);
}
