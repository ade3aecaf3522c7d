/** The body of a generateContent request and what it answers, for validation and for the API reference. */
import { z } from 'zod';
import { generateContentFields } from '../../../models/dialects/generate-content/generate-content-schema.ts';
import { modelFields, ownFields, withExamples } from '../chat-fields.ts';
import { METHODS } from '../models/google-models.ts';
import {
  costOf,
  evaluation,
  failuresInForm,
  json,
  jsonOrEvents,
  metadataSchema,
} from '../response-schema.ts';

const { model: _inThePath, ...keyFields } = modelFields;

/** The gateway's own members, which have one spelling. */
export const OWN_NAMES: ReadonlySet<string> = new Set(Object.keys({ ...keyFields, ...ownFields }));

/** Where Google's clients put the key: in a header of its own, or in the address. */
export const GOOGLE_KEYS = { keyHeader: 'x-goog-api-key', keyInQuery: 'key' } as const;

export const generateSchema = z.object({ ...keyFields, ...generateContentFields, ...ownFields }).meta({
  id: 'GenerateContentRequest',
  ...withExamples({
    contents: [{ role: 'user', parts: [{ text: 'The Great Wall of China is visible from the Moon.' }] }],
    fact_check: { mode: 'verify' },
  }),
});

const generated = z
  .object({
    candidates: z.array(
      z.object({
        content: z.object({ parts: z.array(z.record(z.string(), z.unknown())), role: z.literal('model') }),
        finishReason: z
          .string()
          .meta({ description: "`STOP`, `MAX_TOKENS` or `SAFETY`; of Google's models as Google says it." }),
        index: z.int(),
      }),
    ),
    usageMetadata: z
      .object({
        promptTokenCount: z.int(),
        candidatesTokenCount: z.int().meta({ description: 'Without thoughts.' }),
        totalTokenCount: z.int(),
        cachedContentTokenCount: z.int().optional(),
        thoughtsTokenCount: z.int().optional(),
        cost: costOf('the answer'),
      })
      .optional(),
    modelVersion: z.string(),
    responseId: z.string(),
    fact_check_metadata: metadataSchema.optional(),
    evaluation: evaluation.optional().meta({ description: 'Present if `enable_evaluations` is set.' }),
  })
  .meta({ id: 'GenerateContentResponse' });

const failure = z
  .object({
    error: z.object({
      code: z.int(),
      message: z.string(),
      status: z.string(),
      details: z.array(z.record(z.string(), z.unknown())).optional(),
    }),
  })
  .meta({ id: 'GoogleError' });

/** A body of `countTokens`. */
export const countedSchema = z.object({ ...keyFields, ...generateContentFields });

const counted = z
  .object({ totalTokens: z.int().min(0) })
  .meta({ id: 'GoogleTokenCount', description: 'What `countTokens` answers.' });

export const generateDocs = {
  200: jsonOrEvents(
    z.union([generated, counted]),
    'The answer. `streamGenerateContent` answers in chunks of this form: as a JSON array, or with `?alt=sse` as events.',
    'Chunks of the answer; the last one has `finishReason` and `fact_check_metadata`.',
  ),
  400: json(failure, 'The body is not valid, an unsupported field, or rejected by the provider.'),
  ...failuresInForm(failure),
  404: json(failure, 'No such method.'),
};

const model = z
  .object({
    name: z.string().meta({ description: 'Its id behind `models/`.' }),
    displayName: z.string(),
    description: z.string(),
    inputTokenLimit: z.int().optional(),
    outputTokenLimit: z.int().optional(),
    supportedGenerationMethods: z.array(z.enum(METHODS)),
  })
  .meta({ id: 'GoogleModel' });

export const modelListDocs = {
  200: json(z.object({ models: z.array(model) }), 'The models, all in one page.'),
  401: json(failure, 'A key that is none, or none where config asks for one.'),
};
export const modelDocs = {
  200: json(model, 'The model.'),
  401: modelListDocs[401],
  404: json(failure, 'No such model in the list.'),
};
