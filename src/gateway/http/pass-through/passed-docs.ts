/** What the endpoints that go through take and answer, for the API reference. */
import { z } from 'zod';
import { messageFailures } from '../messages/message-docs.ts';
import { failureResponses } from '../response-schema.ts';
import type { PassedFamily, PassedOperation } from './endpoints.ts';

const file = (description: string) => ({ schema: { type: 'string', format: 'binary', description } });

const headers = z.object({
  'X-Claimgate-Provider': z.string().optional().meta({
    description: "The provider, by its name in model ids, if no model says it: the API's own if absent.",
  }),
});

const body = z
  .looseObject({
    model: z.string().optional().meta({ description: 'As in chats: an id, or `provider/id`.' }),
    api_key: z.string().nullish().meta({ description: 'In place of the header; it is not passed on.' }),
  })
  .meta({ id: 'PassedRequest' });

const failures = {
  ...failureResponses,
  404: { ...failureResponses[404], description: 'The provider has no such endpoint, or no such object.' },
};

export function passedDocs({ tag, forms }: PassedFamily, { method, summary, id }: PassedOperation) {
  const isMessages = tag === 'Messages';
  return {
    summary,
    operationId: id,
    description: `Goes through to the provider as it is; its documentation has the fields. See docs/other-endpoints.md.`,
    tags: [tag],
    headers,
    ...(method === 'POST'
      ? {
          body: {
            description: "As the provider's documentation has it.",
            content: {
              'application/json': { schema: isMessages ? z.looseObject({}) : body },
              ...(forms ? { 'multipart/form-data': file('A form with a file.') } : {}),
            },
          },
        }
      : {}),
    response: {
      200: {
        description: 'The answer of the provider.',
        content: {
          'application/json': { schema: z.looseObject({}) },
          'application/octet-stream': file('A file, a sound, a picture, or events.'),
        },
      },
      ...(isMessages ? { ...messageFailures, 404: messageNotFound } : failures),
    },
  };
}

const messageNotFound = {
  ...messageFailures[400],
  description: 'The provider has no such endpoint, or no such batch.',
};
