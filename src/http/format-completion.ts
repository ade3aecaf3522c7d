import type { ChatAnswer } from '../chat/chat-story.ts';
import type { Usage } from '../domain/chat.ts';

/** Usage in OpenAI's words; the total is always the sum. */
export function formatUsage(usage: Usage) {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.promptTokens + usage.completionTokens,
    ...(usage.cachedTokens === undefined
      ? {}
      : { prompt_tokens_details: { cached_tokens: usage.cachedTokens } }),
    ...(usage.reasoningTokens === undefined
      ? {}
      : { completion_tokens_details: { reasoning_tokens: usage.reasoningTokens } }),
  };
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
    ...(answer.usage === undefined ? {} : { usage: formatUsage(answer.usage) }),
    ...(answer.metadata === undefined ? {} : { fact_check_metadata: answer.metadata }),
    ...(answer.evaluation === undefined ? {} : { evaluation: answer.evaluation }),
  };
}
