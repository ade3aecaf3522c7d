/** For tests: requests to the simulated Google, and what stands in them. */
import type { Sandbox } from '../server.ts';
import { NO_SIGNATURE } from './sign-call.ts';

export function askGoogle(
  sandbox: Sandbox,
  body: Record<string, unknown>,
  model = 'gemini-3.8-flash',
  method = 'generateContent',
): Promise<Response> {
  return fetch(`${sandbox.baseUrl('google')}/v1beta/models/${model}:${method}`, {
    method: 'POST',
    headers: { 'x-goog-api-key': 'sandbox', 'content-type': 'application/json' },
    body: JSON.stringify({ contents: [user], ...body }),
  });
}

export const user = { role: 'user', parts: [{ text: 'Hi' }] };
export const model = { role: 'model', parts: [{ text: 'Hello' }] };
export const config = (generationConfig: Record<string, unknown>) => ({ generationConfig });
export const functions = (...functionDeclarations: object[]) => ({ tools: [{ functionDeclarations }] });
export const calling = (functionCallingConfig: object) => ({
  ...functions({ name: 'now' }),
  toolConfig: { functionCallingConfig },
});
export const parts = (...given: object[]) => ({ contents: [{ role: 'user', parts: given }] });
export const callOf = (more: object) => ({
  role: 'model',
  parts: [{ functionCall: { name: 'now' }, ...more }],
});
export const resultOf = (name: string, more: object = {}) => ({
  role: 'user',
  parts: [{ functionResponse: { name, response: { result: 'noon' }, ...more } }],
});
export const called = callOf({ thoughtSignature: NO_SIGNATURE });
export const answered = resultOf('now');
export const json = { responseMimeType: 'application/json' };
