/** The shape of catalogue data, before it is known to keep its promises. */
import { z } from 'zod';
import { baseUrlFault } from '../../domain/base-url.ts';
import { INPUT_KINDS } from '../../domain/catalogue.ts';
import { EFFORTS } from '../dialects/fields.ts';
import { isModelId } from '../dialects/model-id.ts';
import { DIALECTS } from './registry.ts';

/** Catalogue data that cannot be used. The message is one line that names the key. */
export class CatalogueError extends Error {
  constructor(place: readonly PropertyKey[], problem: string) {
    super(`${place.length === 0 ? 'catalogue' : place.map(String).join('.')}: ${problem}`);
    this.name = 'CatalogueError';
  }
}

const id = z.string().refine(isModelId, 'must be 1 to 128 of A-Z a-z 0-9 . _ : @ / - without ".."');
const text = z.string().trim().min(1, 'must not be empty');
const tokens = z.int().positive();
const effort = z.enum(EFFORTS);
const dollars = z.number().nonnegative();
const rates = { input: dollars, output: dollars, cached_input: dollars.optional() };

const capabilitiesSchema = z
  .strictObject({
    token_field: z.enum(['max_tokens', 'max_completion_tokens']),
    temperature: z.enum(['full', 'unit', 'none']),
    top_p: z.enum(['full', 'none']),
    temperature_with_top_p: z.boolean(),
    sampling_without_reasoning: z.boolean(),
    system_role: z.enum(['system', 'developer']),
    assistant_last: z.boolean(),
    stop: z.boolean(),
    penalties: z.boolean(),
    seed: z.boolean(),
    response_format: z.enum(['json_schema', 'json_object', 'none']),
    verbosity: z.boolean(),
    tools: z.boolean(),
    forced_tools: z.boolean(),
    tools_with_reasoning: z.boolean(),
    tools_with_format: z.boolean(),
    inputs: z.array(z.enum(INPUT_KINDS)),
    picture_types: z.array(z.string().regex(/^image\/[a-z0-9.+-]+$/, 'must be such as image/png')),
    choices: z.boolean(),
    logprobs: z.boolean(),
    logit_bias: z.boolean(),
    cache_marks: z.boolean(),
    web_search_options: z.boolean(),
    /** `true`: those of its family, or every one as the caller writes it; a list: these; a map: these, and what each is called. */
    reasoning_effort: z.union([
      z.boolean(),
      z.array(effort).min(1),
      z.partialRecord(effort, z.union([z.string().min(1), z.int().nonnegative()])),
    ]),
  })
  .partial();
export type CapabilityData = z.output<typeof capabilitiesSchema>;

const modelSchema = z.strictObject({
  id,
  wire_id: id.optional(),
  name: text,
  description: text,
  tier: z.enum(['basic', 'standard', 'premium']),
  context_window: tokens.optional(),
  output_cap: tokens.optional(),
  price: z
    .strictObject({ ...rates, long_prompt: z.strictObject({ ...rates, above: tokens }).optional() })
    .optional(),
  capabilities: capabilitiesSchema.optional(),
});

const providerSchema = z.strictObject({
  name: text.max(64).optional(),
  dialect: z.enum(DIALECTS.map(({ key }) => key)).optional(),
  base_url: z
    .string()
    .superRefine((text, context) => {
      const message = baseUrlFault(text);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  search_price: dollars.optional(),
  models: z.array(modelSchema).min(1, 'must list at least one model'),
});
export type ProviderData = z.output<typeof providerSchema>;

const catalogueSchema = z.strictObject({
  default_model: id.optional(),
  providers: z.record(
    z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be a short lower-case name'),
    providerSchema,
  ),
});
export type CatalogueData = z.output<typeof catalogueSchema>;

/** @throws CatalogueError naming the first key that is wrong. */
export function parseCatalogue(data: unknown): CatalogueData {
  const parsed = catalogueSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  if (issue.code === 'unrecognized_keys')
    throw new CatalogueError([...issue.path, issue.keys[0]!], 'unknown key');
  const message = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  throw new CatalogueError(issue.path, message);
}
