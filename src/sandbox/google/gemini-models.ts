/**
 * What Google's models take, by the generation in their name.
 * Sources: the pages "What's new" of Gemini 3.5 and 3.6 (sampling is accepted and ignored, the last turn
 * must be the user's), and what the API was reported to answer (penalties and log probabilities from 2.5 on,
 * several candidates from 3 on, MINIMAL from 3.7 on).
 */

export interface GeminiRules {
  readonly thinks: boolean;
  readonly penalties: boolean;
  /** Thinking is steered by a level, not by a budget alone. */
  readonly levels: readonly string[];
  /** Whether a conversation may end with the model's words. */
  readonly modelLast: boolean;
  /** Calls of functions are signed, and must come back so. */
  readonly signs: boolean;
  /** Functions and JSON can be asked for together. */
  readonly toolsWithJson: boolean;
  readonly severalCandidates: boolean;
  readonly logprobs: boolean;
  /** Files are taken from public addresses. */
  readonly addresses: boolean;
}

const OLD: GeminiRules = {
  thinks: false,
  penalties: true,
  levels: [],
  modelLast: true,
  signs: false,
  toolsWithJson: false,
  severalCandidates: true,
  logprobs: true,
  addresses: false,
};

/** A model that is not known by its name counts as an old one: the sandbox answers whichever is asked for. */
export function geminiRules(model: string): GeminiRules {
  if (model.startsWith('gemma-')) return OLD;
  const version = /^gemini-(\d+)(?:\.(\d+))?-/.exec(model);
  if (version === null) return model.startsWith('gemini-flash') ? rulesOf(308, true) : OLD;
  return rulesOf(Number(version[1]) * 100 + Number(version[2] ?? 0), model.includes('flash-lite'));
}

/** @param generation 308 is Gemini 3.8. */
function rulesOf(generation: number, lite: boolean): GeminiRules {
  if (generation < 205) return OLD;
  const minimal = generation < 307 ? ['MINIMAL'] : [];
  return {
    thinks: true,
    penalties: false,
    levels: generation < 300 ? [] : [...minimal, 'LOW', 'MEDIUM', 'HIGH'],
    modelLast: generation < 306 && !(generation === 305 && lite),
    signs: generation >= 300,
    toolsWithJson: generation >= 300,
    severalCandidates: generation < 300,
    logprobs: false,
    addresses: true,
  };
}
