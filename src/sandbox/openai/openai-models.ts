/**
 * What OpenAI's models take, by the generation in their name.
 * Sources: the API reference of chat completions (`stop`, `max_tokens`); the guides to reasoning models
 * and to GPT-6, which without `reasoning_effort: "none"` leaves out the sampling fields alone; and what
 * the API was reported to answer (gpt-5 to gpt-5.4 refuse `stop` and the penalties; from gpt-5.4 on tools and an
 * effort do not go together; gpt-6-astra always reasons; 2025–2026).
 */

export interface ModelRules {
  /** Reasoning models take `max_completion_tokens`, and sampling only without reasoning. */
  readonly reasons: boolean;
  readonly efforts: readonly string[];
  readonly stopAndPenalties: boolean;
  /** Where tools are taken: with any effort, without one, or with `none` alone. */
  readonly effortWithTools: 'any' | 'absent' | 'none';
}

const PLAIN: ModelRules = { reasons: false, efforts: [], stopAndPenalties: true, effortWithTools: 'any' };

/** A model that is not known by its name counts as a plain one: the sandbox answers whichever is asked for. */
export function openAIModelRules(model: string): ModelRules {
  if (/^o\d/.test(model))
    return { ...PLAIN, reasons: true, efforts: ['low', 'medium', 'high'], stopAndPenalties: false };
  const version = /^gpt-(\d+)(?:\.(\d+))?/.exec(model);
  if (version === null) return PLAIN;
  const generation = Number(version[1]) * 100 + Number(version[2] ?? 0);
  if (generation < 500 || model.includes('-chat')) return PLAIN;
  const efforts = effortsOf(generation);
  if (model.startsWith('gpt-6-astra')) {
    return { reasons: true, efforts: efforts.slice(1), stopAndPenalties: false, effortWithTools: 'none' };
  }
  const effortWithTools = generation >= 506 ? 'none' : generation >= 504 ? 'absent' : 'any';
  return {
    reasons: true,
    efforts,
    stopAndPenalties: generation >= 505,
    effortWithTools,
  };
}

/** @param generation 501 is gpt-5.1. */
function effortsOf(generation: number): readonly string[] {
  if (generation === 500) return ['minimal', 'low', 'medium', 'high'];
  if (generation === 501) return ['none', 'low', 'medium', 'high'];
  if (generation < 506) return ['none', 'low', 'medium', 'high', 'xhigh'];
  return ['none', 'low', 'medium', 'high', 'xhigh', 'max'];
}
