/**
 * JSON without a schema: Anthropic has no such mode, so the model answers by calling this tool, whose input is
 * the answer.
 */
export const JSON_ANSWER = 'claimgate_json_answer';

export const JSON_ANSWER_TOOL = {
  name: JSON_ANSWER,
  description:
    'Gives your answer. Always answer by calling this tool: its input is the JSON object that was asked for.',
  input_schema: { type: 'object', additionalProperties: true },
};
