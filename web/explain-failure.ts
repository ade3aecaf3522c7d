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
const OUTDATED = 'This page may be older than the gateway: load it again.';

const BY_CODE = new Map<string, Explain>(
  Object.entries({
    offline: say(
      'The gateway cannot be reached',
      'Is it still running? Nothing of your message is lost.',
      'retry',
    ),
    invalid_api_key: ({ message }) => {
      if (/required/.test(message)) {
        return ['A key is needed for this model', 'Give the key of the model’s provider.', 'key'];
      }
      return /revoked/.test(message)
        ? [
            'This key has been revoked or has expired',
            'Make a new one at the provider, and give it here.',
            'key',
          ]
        : [
            'The provider does not know this key',
            'Check the key, and whether it is this provider’s: nothing was counted.',
            'key',
          ];
    },
    model_not_in_plan: say(
      'Your plan does not include this model',
      'Choose a basic model, or ask for another plan.',
      'model',
    ),
    model_not_found: ({ message, status }) => {
      if (status === 404) {
        return ['There is no such model here', 'The list of models shows which there are.', 'model'];
      }
      return /^The provider|no access/.test(message)
        ? [
            'The provider does not offer this model to your key',
            'Choose another one, or use a key that has access to it.',
            'model',
          ]
        : ['The gateway does not know this model', 'Choose one of the list.', 'model'];
    },
    context_length_exceeded: say(
      'The conversation is too long for this model',
      'Begin a new chat, or choose a model with a larger context.',
      'fresh',
    ),
    unsupported_parameter: say('This model does not take one of the settings', undefined, 'settings'),
    invalid_body: say(
      'The request is not as the gateway expects it',
      'One of the settings may be out of its range.',
      'settings',
    ),
    body_too_large: say('The message is too large', 'Send less text at once, or begin a new chat.', 'fresh'),
    host_not_served: say(
      'The gateway does not answer under this address',
      'Open the page at localhost, or have its operator name this host in server.hosts.',
      'reload',
    ),
    not_found: say('What was asked for is not there', OUTDATED, 'reload'),
    method_not_allowed: say('The gateway does not take this kind of request', OUTDATED, 'reload'),
    precondition_failed: say('What was asked for has changed meanwhile', OUTDATED, 'reload'),
    unsupported_media_type: say('The gateway does not read this kind of content', OUTDATED, 'reload'),
    rate_limit_exceeded: say(
      'Your plan’s requests are used up',
      'They start anew when the window turns. “Models & status” shows what is left.',
      'retry',
    ),
    address_rate_limit_exceeded: say('Too many requests from here', 'A short wait is enough.', 'retry'),
    concurrency_limit_exceeded: say(
      'Too many requests with this key are open',
      'Wait until one of them is answered.',
      'retry',
    ),
    provider_rate_limit_exceeded: say(
      'The provider is limiting this key',
      'It says when to come back.',
      'retry',
    ),
    insufficient_quota: say(
      'This key’s quota at the provider is used up',
      'Waiting does not help: top it up there, or use another key.',
      'key',
    ),
    internal_error: say(
      'Something went wrong in the gateway',
      'The request’s number leads its operator to the fault.',
      'retry',
    ),
    provider_overloaded: say('The provider is overloaded', 'This usually passes quickly.', 'retry'),
    provider_cut_off: say(
      'The provider cut the answer off',
      'What had come is kept. Trying again usually helps.',
      'retry',
    ),
    provider_timeout: say(
      'The provider did not answer in time',
      'Try again, or choose another model.',
      'retry',
    ),
    provider_unreachable: say(
      'The provider cannot be reached',
      'The fault is between the gateway and the provider. Another provider may answer.',
      'retry',
    ),
    provider_error: say('The provider failed', undefined, 'retry'),
    over_capacity: say('The gateway has no room for now', 'A short wait is enough.', 'retry'),
    unavailable: ({ message }) =>
      /shutting down/.test(message)
        ? ['The gateway is restarting', 'It is back in a moment.', 'retry']
        : ['The gateway is busy', undefined, 'retry'],
  }),
);

/** What comes without a code of its own. */
function byStatus({ message, status }: Pick<FailureFacts, 'message' | 'status'>): Words {
  if (status >= 500) return [`The gateway answered with an error (${status})`, undefined, 'retry'];
  return /provider/i.test(message)
    ? ['The provider did not accept the request', undefined, 'settings']
    : ['The request was refused', undefined, 'settings'];
}
