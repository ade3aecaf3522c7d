import type { Capabilities } from '../../domain/catalogue.ts';
import { openaiCompatible } from '../dialects/chat-completions/dialect.ts';
import { OPENAI_FIELDS } from '../dialects/chat-completions/settings.ts';
import { TAKES_ALL } from '../dialects/dialect.ts';
import type { ErrorRule } from '../dialects/provider-error.ts';
import { OPENAI_RESPONSES_FIELDS } from '../dialects/responses/settings.ts';
import { responsesSearch } from '../dialects/responses/web-search.ts';
import { withResponses } from '../dialects/responses/with-responses.ts';
import type { KnownProvider } from './known-provider.ts';

/** What it lacks of OpenAI's fields, in both APIs. */
const LACKING = {
  verbosity: [],
  safety_identifier: [],
  service_tier: [],
  metadata: [],
  store: [],
  prompt_cache_key: [],
  prompt_cache_retention: [],
  prompt_cache_breakpoint: [],
  prompt_cache_options: [],
  logit_bias: [],
  prediction: [],
};

const ERROR_RULES: readonly ErrorRule[] = [
  // A wrong key is a 400, or a 401, or comes with a 200: its text is what they have in common.
  { text: /incorrect api key|invalid api key|no api key/i, means: 'api_key_invalid' },
  { text: /used all available credits|spending limit|any credits/i, means: 'insufficient_quota' },
  {
    statuses: [200, 403],
    text: /\b(?:api.?key|team|account)\b[^.]*\b(?:blocked|disabled|revoked|expired|deactivated)/i,
    means: 'api_key_revoked',
  },
  {
    statuses: [200, 400, 403],
    text: /\bmodel\b.*(?:not found|does not exist|no access|not have access)/i,
    means: 'provider_model_not_found',
  },
  {
    statuses: [403],
    text: /permission to (?:use|access) (?:the )?model/i,
    means: 'provider_model_not_found',
  },
];

/** https://docs.x.ai/docs/api-reference, https://docs.x.ai/docs/key-information/debugging */
export const XAI: KnownProvider = {
  ...withResponses(
    openaiCompatible({
      key: 'xai',
      name: 'xAI',
      systemAnywhere: true,
      reasoningTokensApart: true,
      fields: { ...OPENAI_FIELDS, ...LACKING, web_search_options: [] },
      errorRules: ERROR_RULES,
      capabilitiesOf,
    }),
    {
      fields: { ...OPENAI_RESPONSES_FIELDS, ...LACKING },
      serves: () => true,
      reasons: ({ wireId }) => reasons(wireId),
      summarizes: false,
      leastTokens: 1,
      allowedTools: false,
      // It refuses OpenAI's types that its reference does not have: https://docs.x.ai/docs/api-reference#create-new-response
      customTools: false,
      // https://docs.x.ai/developers/tools/web-search
      search: { parts: ['allowed_domains', 'blocked_domains'], blockedDomains: 'excluded_domains' },
      errorRules: ERROR_RULES,
    },
  ),
  baseUrl: 'https://api.x.ai/v1',
  keyVariables: ['XAI_API_KEY'],
  webSearch: responsesSearch(),
};

function reasons(wireId: string): boolean {
  return !/^grok-[23](?!-mini)|non-reasoning/.test(wireId);
}

/**
 * https://docs.x.ai/docs/guides/reasoning: reasoning models take no stop and no penalties; which take an effort, the
 * API was seen to answer (2026). https://docs.x.ai/docs/guides/image-understanding: pictures since Grok 4; chat
 * completions take no files.
 */
function capabilitiesOf(wireId: string): Capabilities {
  const seesNothing = /^grok-[23](?!.*vision)|^grok-code/.test(wireId);
  const effortIsFixed =
    /^grok-(?:[23](?!-mini)|4(?!\.[3-9])|code)/.test(wireId) && !/multi-agent/.test(wireId);
  return {
    ...TAKES_ALL,
    stop: !reasons(wireId),
    penalties: !reasons(wireId),
    reasoningEffort: !effortIsFixed,
    inputs: seesNothing ? [] : ['image', 'image_url'],
    pictureTypes: ['image/png', 'image/jpeg'],
  };
}
