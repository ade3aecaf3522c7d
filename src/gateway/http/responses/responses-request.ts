/** The body of POST /v1/responses: OpenAI's fields, and the gateway's own. */
import { z } from 'zod';
import { responsesFields } from '../../../models/dialects/responses/responses-schema.ts';
import { modelFields, ownFields, withExamples } from '../chat-fields.ts';

export const responsesSchema = z.object({ ...modelFields, ...responsesFields, ...ownFields }).meta({
  id: 'ResponsesRequest',
  ...withExamples({
    model: 'gpt-6-luna',
    input: 'The Great Wall of China is visible from the Moon.',
    fact_check: { mode: 'verify' },
  }),
});
