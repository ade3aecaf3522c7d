/**
 * The ids of responses and of their items. An item's id holds that of its response, so that the response is found
 * from a reference to the item.
 */

/** Characters of a completion's random token. */
const TOKEN = 24;
const RESPONSE = 'resp_';

/** @param completionId of the gateway's own: `chatcmpl-` and the token. */
export function responseIdFor(completionId: string): string {
  return RESPONSE + completionId.slice(-TOKEN);
}

/** @param place in the output, from 0. */
export function outputItemId(kind: 'msg' | 'rs' | 'fc', responseId: string, place: number): string {
  return `${kind}_${responseId.slice(-TOKEN)}o${place}`;
}

/** @param place in the input, from 0: of an item that its caller gave no id. */
export function inputItemId(responseId: string, place: number): string {
  return `msg_${responseId.slice(-TOKEN)}i${place}`;
}

/** @returns the id of the response that an item stands in; `undefined` for an id that is none of the gateway's. */
export function responseIdOf(itemId: string): string | undefined {
  const token = /^[a-z]+_([A-Za-z0-9_-]{24})[io]\d+$/.exec(itemId)?.[1];
  return token === undefined ? undefined : RESPONSE + token;
}

/** Whether it can be an id of a response. */
export function isResponseId(id: string): boolean {
  return /^resp_[A-Za-z0-9_-]{24}$/.test(id);
}
