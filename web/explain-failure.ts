/** The texts of failures, in one place as `texts.ts` is, for translation. */
import type { FailureFacts } from './api/failure.ts';

export type WayOut = 'key' | 'retry' | 'settings' | 'model' | 'fresh' | 'reload';

interface Explained {
  readonly title: string;
  readonly text: string;
  /** The first thing to do about it. */
  readonly way: WayOut;
}

/** Each failure in its own words, and what a person can do about it. */
export function explainFailure({ code, message, status }: FailureFacts): Explained {
  const said = message === '' ? '' : `${message.replace(/\.$/, '')}.`;
  const [title, text = said, way] = (BY_CODE.get(code) ?? byStatus)({ message, status });
  return { title, text, way };
}

/** A title, a text (where it is left out, the gateway's own message), and the first thing to do. */
type Words = readonly [title: string, text: string | undefined, way: WayOut];
type Explain = (facts: Pick<FailureFacts, 'message' | 'status'>) => Words;

const say =
  (...words: Words): Explain =>
  () =>
    words;

/** This page and the gateway are delivered together: they only differ where the page is from before. */
const OUTDATED = 'This page may be out of date. Reload it.';

const BY_CODE = new Map<string, Explain>(
  Object.entries({
    offline: say('The gateway cannot be reached', 'Check that it is running, and try again.', 'retry'),
    invalid_api_key: ({ message }) => {
      if (/required/.test(message)) {
        return ['This model needs a provider key', 'Add a key for the model’s provider.', 'key'];
      }
      return /revoked/.test(message)
        ? [
            'This key has been revoked or has expired',
            'Create a new key at the provider and add it here.',
            'key',
          ]
        : [
            'The provider rejected this key',
            'Check that the key is correct and belongs to this provider. The request was not counted.',
            'key',
          ];
    },
    session_ended: say('Your session is over', 'Sign in again.', 'key'),
    role_not_allowed: say(
      'Your role may only look',
      'Ask an operator with the role admin to do this.',
      'key',
    ),
    model_not_in_plan: say(
      'Your plan does not include this model',
      'Choose a basic model, or ask your operator for another plan.',
      'model',
    ),
    model_not_found: ({ message, status }) => {
      if (status === 404) {
        return ['Model not found', 'See the list of available models.', 'model'];
      }
      return /^The provider|no access/.test(message)
        ? [
            'Your key has no access to this model',
            'Choose another model, or use a key that has access to it.',
            'model',
          ]
        : ['Unknown model', 'Choose a model from the list.', 'model'];
    },
    context_length_exceeded: say(
      'The conversation is too long for this model',
      'Start a new chat, or choose a model with a larger context window.',
      'fresh',
    ),
    unsupported_parameter: say('This model does not support one of the settings', undefined, 'settings'),
    invalid_body: say('The request is not valid', 'One of the settings may be out of range.', 'settings'),
    body_too_large: say('The message is too large', 'Send less text at once, or start a new chat.', 'fresh'),
    document_not_readable: say('The document cannot be read', undefined, 'retry'),
    links_not_fetched: say(
      'This gateway does not fetch links',
      'Copy the text of the page, or save it and choose the file.',
      'settings',
    ),
    page_error: say('The page could not be fetched', undefined, 'retry'),
    host_not_served: say(
      'The gateway does not serve this address',
      'Open the page at localhost, or ask its operator to add this host to server.hosts.',
      'reload',
    ),
    publishing_not_in_plan: ({ message }) => [
      'This key may not publish',
      /accepted/.test(message)
        ? 'Ask a model something with it first: then the gateway knows that it is good.'
        : 'Ask your operator for a plan that includes publishing.',
      'key',
    ],
    account_shared: say(
      'Files and batches need a key of your own',
      'Use your own key of the provider: this one stands for an account that others share.',
      'key',
    ),
    origin_not_allowed: say(
      'The gateway does not answer pages of this origin',
      'Ask its operator to add this origin to cors.origins.',
      'reload',
    ),
    not_found: say('Not found', OUTDATED, 'reload'),
    response_not_found: say('This response is not kept any more', 'Start a new chat.', 'fresh'),
    thread_not_found: say('This thread is not kept', 'Send the whole conversation.', 'fresh'),
    method_not_allowed: say('Request not supported', OUTDATED, 'reload'),
    conflict: say('The request does not fit what is there', undefined, 'reload'),
    precondition_failed: say('The resource has changed', OUTDATED, 'reload'),
    unsupported_media_type: say('Content type not supported', OUTDATED, 'reload'),
    rate_limit_exceeded: say(
      'You have reached your plan’s request limit',
      'See “Models & status” for what is left and when it resets.',
      'retry',
    ),
    address_rate_limit_exceeded: say(
      'Too many requests from your address',
      'Wait a moment and try again.',
      'retry',
    ),
    concurrency_limit_exceeded: say(
      'Too many open requests with this key',
      'Wait until one of them finishes.',
      'retry',
    ),
    provider_rate_limit_exceeded: say(
      'The provider’s rate limit for this key was reached',
      'Wait until the limit resets.',
      'retry',
    ),
    budget_reserved: say(
      'The budget of this key is reserved for other requests',
      'Wait until they finish: what they do not use is free again.',
      'retry',
    ),
    insufficient_quota: say(
      'This key has no quota left at the provider',
      'Waiting does not help. Add credit at the provider, or use another key.',
      'key',
    ),
    internal_error: say(
      'Something went wrong in the gateway',
      'Give the request ID to the operator to find the cause.',
      'retry',
    ),
    provider_overloaded: say('The provider is overloaded', 'This usually passes quickly.', 'retry'),
    provider_cut_off: say(
      'The provider interrupted the answer',
      'Partial answer kept. Trying again usually helps.',
      'retry',
    ),
    answer_too_long: say(
      'The answer is too long to be checked before it is shown',
      'Ask for a shorter one.',
      'retry',
    ),
    provider_timeout: say(
      'The provider did not answer in time',
      'Try again, or choose another model.',
      'retry',
    ),
    provider_unreachable: say(
      'The provider cannot be reached',
      'The problem is between the gateway and the provider. Another provider may work.',
      'retry',
    ),
    provider_error: say('The provider returned an error', undefined, 'retry'),
    over_capacity: say('The gateway is at capacity', 'Wait a moment and try again.', 'retry'),
    unavailable: ({ message }) =>
      /shutting down/.test(message)
        ? ['The gateway is restarting', 'It will be back in a moment.', 'retry']
        : ['The gateway is busy', undefined, 'retry'],
  }),
);

/** What comes without a code of its own. */
function byStatus({ message, status }: Pick<FailureFacts, 'message' | 'status'>): Words {
  if (status >= 500) return [`The gateway answered with an error (${status})`, undefined, 'retry'];
  return /provider/i.test(message)
    ? ['The provider rejected the request', undefined, 'settings']
    : ['The request was refused', undefined, 'settings'];
}
