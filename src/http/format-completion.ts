import type { ChatAnswer } from '../chat/chat-story.ts';
import type { Usage } from '../domain/chat.ts';

/** Usage in OpenAI's words; the total is always the sum. */
export function formatUsage(usage: Usage) {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.promptTokens + usage.completionTokens,
    prompt_tokens_details: details('cached_tokens', usage.cachedTokens),
    completion_tokens_details: details('reasoning_tokens', usage.reasoningTokens),
  };
}

/** Absent, as JSON leaves `undefined` out, where the provider does not report them. */
function details(name: string, tokens: number | undefined) {
  return tokens === undefined ? undefined : { [name]: tokens };
}

/** A whole answer as a `chat.completion`. */
export function formatCompletion(answer: ChatAnswer) {
  return {
    id: answer.id,
    object: 'chat.completion',
    created: answer.created,
    model: answer.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: answer.content },
        finish_reason: answer.finishReason,
      },
    ],
    usage: answer.usage && formatUsage(answer.usage),
    fact_check_metadata: answer.metadata,
    evaluation: answer.evaluation,
  };
}
