import type { ChatRequest } from '../domain/chat.ts';
import type { Model } from './catalogue.ts';
import { unsupported } from './fields.ts';

/**
 * @returns the effort as the model's provider calls it; `undefined` where none was asked for.
 * @throws GatewayError `unsupported` where the model has no such effort: another one would change what the
 *   caller pays and waits for.
 */
export function mapEffort(request: ChatRequest, model: Model): string | number | undefined {
  const effort = request.reasoningEffort;
  if (effort === undefined) return undefined;
  const { efforts } = model.capabilities;
  if (efforts === undefined) return effort;
  const word = efforts[effort];
  if (word === undefined) {
    const known = Object.keys(efforts).join(', ');
    throw unsupported('reasoning_effort', `${model.id} (it has ${known})`, `reasoning_effort '${effort}'`);
  }
  return word;
}
