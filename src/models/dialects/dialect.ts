/** What a dialect is: how a provider's models are asked, and what they take. */

import { type Capabilities, INPUT_KINDS } from '../../domain/catalogue.ts';
import type { Adapter } from './adapter.ts';
import type { FieldSupport } from './fields.ts';

/** A wire dialect: how requests and answers look, and what its models take. */
export interface Dialect {
  /** As the catalogue, config and `provider/id` have it: lower-case letters, digits and `-`. */
  readonly key: string;
  /** The name for people. */
  readonly name: string;
  readonly adapter: Adapter;
  readonly fields: FieldSupport;
  /** Likewise, where its models are asked by OpenAI's Responses API; absent where they never are. */
  readonly responsesFields?: FieldSupport;
  /**
   * What a model is taken to be able to do where no catalogue says: models asked for as `provider/id`, and
   * the gaps in an operator's own entries.
   */
  capabilitiesOf(wireId: string): Capabilities;
  /**
   * The most tokens one answer may have, for a model that no catalogue lists; only where each request must
   * name a number. Small enough for every model of its family.
   */
  outputCapOf?(wireId: string): number;
}

/** Everything is passed on, and the provider decides. */
export const TAKES_ALL: Capabilities = {
  tokenField: 'max_tokens',
  temperature: 'full',
  topP: 'full',
  temperatureWithTopP: true,
  systemRole: 'system',
  assistantLast: true,
  stop: true,
  penalties: true,
  seed: true,
  responseFormat: 'json_schema',
  reasoningEffort: true,
  verbosity: true,
  tools: true,
  forcedTools: true,
  toolsWithReasoning: true,
  toolsWithFormat: true,
  inputs: INPUT_KINDS,
  choices: true,
  logprobs: true,
  logitBias: true,
  cacheMarks: true,
  webSearchOptions: true,
};

/** The number in an id that follows a prefix: `gpt-5.1-mini` → 5.1, `claude-opus-4-6` → 4.6; else NaN. */
export function versionAfter(prefix: RegExp, id: string): number {
  const match = new RegExp(`${prefix.source}(\\d{1,2})(?:[.-](\\d)(?!\\d))?`).exec(id);
  return match === null ? Number.NaN : Number(`${match[1]}.${match[2] ?? 0}`);
}
