/** The endpoints that go through to a provider, as data. Which provider has which is `passed-endpoints.ts`'s. */
import type { MemberPath } from './find-members.ts';

/** What an operation does at the provider, as far as it matters who may ask for it. */
type Effect =
  /** It asks the model that it names, and is paid by tokens. */
  | 'tokens'
  /** It asks the model that it names, and is paid by pictures, seconds or characters. */
  | 'apart'
  /** It asks models that the gateway does not see, later. */
  | 'later'
  /** It costs nothing, whatever it asks. */
  | 'free';

export interface PassedOperation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Fastify's pattern. */
  readonly url: string;
  readonly effect: Effect;
  readonly summary: string;
  readonly id: string;
}

export interface PassedFamily {
  readonly tag: 'Other endpoints' | 'Messages';
  /** Whose API it is: asked where nothing else says so. */
  readonly provider: 'openai' | 'anthropic';
  /** Where a body has ids of models. */
  readonly models: readonly MemberPath[];
  /** What is made lies in the account of the key. */
  readonly keeps?: true;
  /** Its clients may send the key in `x-api-key`. */
  readonly ownHeader?: true;
  /** A body may be a form. */
  readonly forms?: true;
  readonly operations: readonly PassedOperation[];
}

const MODEL: MemberPath = ['model'];

export const FAMILIES: readonly PassedFamily[] = [
  {
    tag: 'Other endpoints',
    provider: 'openai',
    models: [MODEL],
    operations: [
      {
        method: 'POST',
        url: '/v1/embeddings',
        effect: 'tokens',
        summary: 'Turn texts into vectors',
        id: 'createEmbedding',
      },
      {
        method: 'POST',
        url: '/v1/completions',
        effect: 'tokens',
        summary: 'Continue a text (legacy)',
        id: 'createCompletion',
      },
      {
        method: 'POST',
        url: '/v1/moderations',
        effect: 'free',
        summary: 'Classify a text or picture',
        id: 'createModeration',
      },
    ],
  },
  {
    tag: 'Other endpoints',
    provider: 'openai',
    models: [MODEL],
    forms: true,
    operations: [
      {
        method: 'POST',
        url: '/v1/images/*',
        effect: 'apart',
        summary: 'Make or change pictures',
        id: 'createImage',
      },
      {
        method: 'POST',
        url: '/v1/audio/*',
        effect: 'apart',
        summary: 'Speech to text, and text to speech',
        id: 'createAudio',
      },
    ],
  },
  {
    tag: 'Other endpoints',
    provider: 'openai',
    models: [MODEL],
    keeps: true,
    ownHeader: true,
    forms: true,
    operations: [
      { method: 'GET', url: '/v1/files', effect: 'free', summary: 'List files', id: 'listFiles' },
      { method: 'POST', url: '/v1/files', effect: 'free', summary: 'Upload a file', id: 'createFile' },
      {
        method: 'GET',
        url: '/v1/files/*',
        effect: 'free',
        summary: 'A file, or its content',
        id: 'readFile',
      },
      {
        method: 'POST',
        url: '/v1/files/*',
        effect: 'free',
        summary: 'Upload to an address of its own (Together)',
        id: 'uploadFile',
      },
      {
        method: 'DELETE',
        url: '/v1/files/*',
        effect: 'free',
        summary: 'Delete a file',
        id: 'deleteFile',
      },
    ],
  },
  {
    tag: 'Other endpoints',
    provider: 'openai',
    models: [MODEL],
    keeps: true,
    operations: [
      { method: 'GET', url: '/v1/batches', effect: 'free', summary: 'List batches', id: 'listBatches' },
      { method: 'POST', url: '/v1/batches', effect: 'later', summary: 'Begin a batch', id: 'createBatch' },
      { method: 'GET', url: '/v1/batches/*', effect: 'free', summary: 'A batch', id: 'readBatch' },
      {
        method: 'POST',
        url: '/v1/batches/*',
        effect: 'later',
        summary: 'Cancel a batch, or add to it (xAI)',
        id: 'changeBatch',
      },
    ],
  },
  {
    tag: 'Messages',
    provider: 'anthropic',
    models: [['requests', '*', 'params', 'model']],
    keeps: true,
    ownHeader: true,
    operations: [
      {
        method: 'GET',
        url: '/v1/messages/batches',
        effect: 'free',
        summary: 'List batches of messages',
        id: 'listMessageBatches',
      },
      {
        method: 'POST',
        url: '/v1/messages/batches',
        effect: 'later',
        summary: 'Begin a batch of messages',
        id: 'createMessageBatch',
      },
      {
        method: 'GET',
        url: '/v1/messages/batches/*',
        effect: 'free',
        summary: 'A batch of messages, or its results',
        id: 'readMessageBatch',
      },
      {
        method: 'POST',
        url: '/v1/messages/batches/*',
        effect: 'free',
        summary: 'Cancel a batch of messages',
        id: 'changeMessageBatch',
      },
      {
        method: 'DELETE',
        url: '/v1/messages/batches/*',
        effect: 'free',
        summary: 'Delete a batch of messages',
        id: 'deleteMessageBatch',
      },
    ],
  },
];

/** Headers of callers that the provider gets, beside Content-Type and Accept: they say which version of its API is meant. */
export const PASSED_HEADERS: readonly string[] = ['anthropic-version', 'anthropic-beta', 'openai-beta'];

/** Those that say for whose account it is: the caller's own alone. */
export const ACCOUNT_HEADERS: readonly string[] = ['openai-organization', 'openai-project'];

/** Headers of an answer that the caller gets: no others, as any could hold a key or speak of the operator's account. */
export const ANSWERED_HEADERS: readonly string[] = ['content-type', 'content-disposition'];

/** Ids that say whose they are on these endpoints alone: none of them is a chat's. */
export const PLAIN_ELSEWHERE: readonly (readonly [provider: string, ids: RegExp])[] = [
  [
    'openai',
    /^(?:text-embedding-(?:3|ada)|text-moderation|omni-moderation|dall-e-\d|whisper-\d|tts-\d|babbage-|davinci-)/,
  ],
  ['google', /^(?:text-embedding-\d{3}|embedding-\d|imagen-)/],
];
