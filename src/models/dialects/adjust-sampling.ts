import type { Model } from '../../domain/catalogue.ts';
import type { ChatRequest } from '../../domain/chat.ts';

interface Sampling {
  /** As sent; absent: not sent. */
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  /** Values of `X-Claimgate-Adjusted`: what could not be sent as asked. */
  readonly adjusted: readonly string[];
}

/**
 * Fits temperature, top_p and top_k to the model: clamps where it takes less than was asked, leaves out where it
 * takes none. Never refuses: within the ranges of the contract every value is accepted.
 */
export function adjustSampling(request: ChatRequest, model: Model): Sampling {
  const { capabilities } = model;
  const takesAll = capabilities.samplingWithoutReasoning === true && request.reasoningEffort === 'none';
  const adjusted: string[] = [];
  let temperature = request.temperature;
  let topP = request.topP;

  if (temperature !== undefined && !takesAll) {
    if (capabilities.temperature === 'none') {
      temperature = undefined;
      adjusted.push('temperature=ignored');
    } else if (capabilities.temperature === 'unit' && temperature > 1) {
      temperature = 1;
      adjusted.push('temperature=1');
    }
  }
  const topPIsRefused =
    (capabilities.topP === 'none' && !takesAll) ||
    (temperature !== undefined && !capabilities.temperatureWithTopP);
  if (topP !== undefined && topPIsRefused) {
    topP = undefined;
    adjusted.push('top_p=ignored');
  }
  // Models that take no temperature take none of its kind.
  const takesTopK = takesAll || capabilities.temperature !== 'none';
  if (request.topK !== undefined && !takesTopK) adjusted.push('top_k=ignored');
  return {
    ...(request.topK === undefined || !takesTopK ? {} : { topK: request.topK }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    adjusted,
  };
}
