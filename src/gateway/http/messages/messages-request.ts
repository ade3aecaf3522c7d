/** The body of POST /v1/messages: Anthropic's fields, and the gateway's own. */
import { z } from 'zod';
import { messagesFields } from '../../../models/dialects/messages/messages-schema.ts';
import { modelFields, ownFields, withExamples } from '../chat-fields.ts';

const { max_tokens: _most, stream: _way, ...prompt } = messagesFields;

/** The body of POST /v1/messages/count_tokens: what a prompt is made of. */
export const countedSchema = z.object({ ...modelFields, ...prompt }).meta({
  id: 'CountTokensRequest',
  ...withExamples({
    model: 'claude-haiku-5-5',
    messages: [{ role: 'user', content: 'The Great Wall of China is visible from the Moon.' }],
  }),
});

export const messagesSchema = z.object({ ...modelFields, ...messagesFields, ...ownFields }).meta({
  id: 'MessagesRequest',
  ...withExamples({
    model: 'claude-haiku-5-5',
    max_tokens: 1_024,
    messages: [{ role: 'user', content: 'The Great Wall of China is visible from the Moon.' }],
    fact_check: { mode: 'verify' },
  }),
});
