import type { Choice, Usage } from '../../../domain/chat.ts';
import type { ChatAnswer } from '../../../domain/chat-answer.ts';
import { costMember } from '../cost-member.ts';
import { withBeside } from '../unread.ts';

/**
 * Usage in OpenAI's words; the total is always the sum.
 * @param theirs as the provider wrote it.
 */
export function formatUsage(usage: Usage, theirs?: unknown) {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.promptTokens + usage.completionTokens,
    prompt_tokens_details: details({
      cached_tokens: usage.cachedTokens,
      cache_write_tokens: usage.cacheWriteTokens,
    }),
    completion_tokens_details: details({ reasoning_tokens: usage.reasoningTokens }),
    ...costMember(usage, theirs),
  };
}

/** Absent, as JSON leaves `undefined` out, where the provider does not report them. */
function details(tokens: Readonly<Record<string, number | undefined>>) {
  return Object.values(tokens).every((count) => count === undefined) ? undefined : tokens;
}

/**
 * A whole answer as a `chat.completion`.
 * @param asFunctionCall whether calls stand in `function_call`, as callers of the older `functions` read them.
 */
export function formatCompletion(answer: ChatAnswer, asFunctionCall = false) {
  const completion = writeCompletion(answer, asFunctionCall);
  const { written } = answer;
  // Callers of the older form read one call, which is written in another place.
  if (written === undefined || asFunctionCall) return completion;
  // A server may give more answers than were asked for.
  const choices = Array.isArray(written.choices) ? written.choices.slice(0, completion.choices.length) : [];
  // A bill that cannot be read is none.
  const { usage } = completion.usage === undefined ? { usage: undefined } : written;
  return withBeside(completion, { ...written, choices, usage });
}

function writeCompletion(answer: ChatAnswer, asFunctionCall: boolean) {
  return {
    id: answer.id,
    object: 'chat.completion',
    created: answer.created,
    model: answer.model,
    choices: [answer, ...(answer.more ?? [])].map((choice, index) => ({
      index,
      message: formatMessage(choice, asFunctionCall),
      logprobs: choice.logprobs && { content: choice.logprobs, refusal: null },
      finish_reason: choice.finishReason,
    })),
    usage: answer.usage && formatUsage(answer.usage, answer.written?.usage),
    fact_check_metadata: answer.metadata,
    evaluation: answer.evaluation,
  };
}

function formatMessage({ content, thoughts = [], toolCalls }: Choice, asFunctionCall: boolean) {
  const role = 'assistant';
  // The name that clients read: OpenAI's own API shows no thoughts here.
  const reasoning_content = thoughts.map(({ text }) => text).join('\n\n') || undefined;
  if (toolCalls === undefined) return { role, content, reasoning_content };
  const calls = toolCalls.map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
    extra_content: call.extra,
  }));
  const said = content === '' ? null : content;
  return asFunctionCall
    ? { role, content: said, reasoning_content, function_call: calls[0]?.function }
    : { role, content: said, reasoning_content, tool_calls: calls };
}
