/** The body of a generateContent request, in Google's forms. The schema validates, and the API reference is made from it. */
import { z } from 'zod';
import { boundedList } from '../bounded-list.ts';
import { checked, MAX_MESSAGES, toolName } from '../chat-completions/message-schema.ts';
import { MAX_TOOLS } from '../chat-completions/tool-schema.ts';
import { dataFault } from '../read-media.ts';
import { dictionary, integer, optional } from '../schema-parts.ts';

/** Of one turn. */
const MAX_PARTS = 1_000;
const MAX_STOPS = 64;
const MAX_MODALITIES = 16;
const MAX_SAFETY_SETTINGS = 64;

const blob = z.object({
  mimeType: z.string(),
  data: checked(dataFault, 'In base64.'),
  displayName: optional(z.string(), 'The name of a PDF file.'),
});
const file = z.object({ mimeType: optional(z.string(), 'Its type.'), fileUri: z.string() });

/** Members of a part that are read; one of none of them goes to Google alone. */
const part = z
  .looseObject({
    text: optional(z.string(), 'Text; with `thought`, what the model thought.'),
    thought: optional(z.boolean(), 'Whether the text is a thought.'),
    thoughtSignature: optional(z.string(), 'As it came with the part.'),
    inlineData: optional(blob, 'A picture, a PDF file or a sound.'),
    fileData: optional(file, 'A picture by its https address.'),
    functionCall: optional(
      z.object({
        id: optional(z.string().min(1), 'Names the call in its result.'),
        name: toolName('Of the function.'),
        args: optional(dictionary(), 'Its arguments.'),
      }),
      'A call that the model made.',
    ),
    functionResponse: optional(
      z.object({
        id: optional(
          z.string().min(1),
          'Of the call; without it, results belong to the calls of that name in turn.',
        ),
        name: z.string(),
        response: optional(dictionary(), 'The result.'),
        parts: optional(
          boundedList(
            z.looseObject({
              inlineData: optional(blob, 'A picture, a PDF file or a sound.'),
              fileData: optional(file, 'A picture by its https address.'),
            }),
            MAX_PARTS,
          ),
          'What it shows; read behind the results of its turn.',
        ),
      }),
      'The result of a call.',
    ),
  })
  .meta({ id: 'GooglePart' });

const parts = boundedList(part, MAX_PARTS);

const content = z
  .object({
    role: optional(z.enum(['user', 'model', 'function']), '`user` where it is absent.'),
    parts: optional(parts, 'Of the turn.'),
  })
  .meta({ id: 'GoogleContent' });

const declaration = z.object({
  name: toolName('Each provider has narrower rules of its own.'),
  description: optional(z.string(), 'What it does, for the model.'),
  parameters: optional(dictionary(), "Schema of its arguments, in Google's words."),
  parametersJsonSchema: optional(dictionary(), 'Likewise, as JSON Schema.'),
});

const MODES = ['MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED'] as const;

const generationConfig = z.object({
  temperature: optional(z.number().min(0).max(2), '0 to 2.'),
  topP: optional(z.number().min(0).max(1), '0 to 1.'),
  topK: optional(
    integer().min(1),
    'How many of the likeliest tokens are chosen from, if the provider supports it.',
  ),
  maxOutputTokens: optional(integer().min(1), 'The most tokens of the answer.'),
  stopSequences: optional(boundedList(z.string(), MAX_STOPS), 'Sequences that end the answer.'),
  candidateCount: optional(integer().min(1).max(128), 'How many answers, if the provider supports it.'),
  seed: optional(integer(), 'For repeatable answers, if the provider supports it.'),
  presencePenalty: optional(z.number().min(-2).max(2), 'If the provider supports it.'),
  frequencyPenalty: optional(z.number().min(-2).max(2), 'If the provider supports it.'),
  responseMimeType: optional(z.string(), '`text/plain` or `application/json`; other types at Google alone.'),
  responseModalities: optional(boundedList(z.string(), MAX_MODALITIES), '`TEXT`; others at Google alone.'),
  responseLogprobs: optional(z.boolean(), 'How probable each token was, if the provider says so.'),
  logprobs: optional(
    integer().min(0).max(20),
    'How many tokens are listed beside each; needs `responseLogprobs`.',
  ),
  responseSchema: optional(dictionary(), "Schema of a JSON answer, in Google's words."),
  responseJsonSchema: optional(dictionary(), 'Likewise, as JSON Schema.'),
  thinkingConfig: optional(
    z.object({
      includeThoughts: optional(z.boolean(), 'Whether thoughts are shown.'),
      thinkingBudget: optional(integer().min(-1), 'Tokens; elsewhere the nearest effort.'),
      thinkingLevel: optional(z.string(), '`MINIMAL`, `LOW`, `MEDIUM` or `HIGH`, in any case.'),
    }),
    'How much the model thinks.',
  ),
});

export const generateContentFields = {
  model: optional(z.string(), 'As some clients repeat it; the path has it.'),
  contents: boundedList(content, MAX_MESSAGES, 1),
  systemInstruction: optional(
    z.union([
      z.string(),
      z.object({ parts: optional(parts, 'Texts.'), role: optional(z.string(), 'Of no meaning here.') }),
    ]),
    'Texts.',
  ),
  generationConfig: optional(generationConfig, 'How it is answered.'),
  tools: optional(
    boundedList(
      z.looseObject({
        functionDeclarations: optional(
          boundedList(declaration, MAX_TOOLS),
          'Functions that the model may call.',
        ),
      }),
      MAX_TOOLS,
    ),
    "Tools of other kinds are Google's alone.",
  ),
  safetySettings: optional(
    boundedList(dictionary(), MAX_SAFETY_SETTINGS),
    'Thresholds by category of harm, if the provider supports them.',
  ),
  cachedContent: optional(z.string(), "A prompt that lies at Google; at Google's models alone."),
  toolConfig: optional(
    z.object({
      functionCallingConfig: optional(
        z.object({
          mode: optional(z.enum(MODES), 'Whether the model calls a function.'),
          allowedFunctionNames: optional(boundedList(z.string(), MAX_TOOLS), 'And which.'),
        }),
        'Whether the model calls a function, and which.',
      ),
    }),
    'How functions are called.',
  ),
};

const body = z.object(generateContentFields);
export type GenerateContentBody = z.output<typeof body>;
