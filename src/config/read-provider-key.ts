import { type Environment, readText } from './read-environment.ts';

/** The variables in which people keep their provider keys. */
const KEY_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  openai: ['OPENAI_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY'],
  google: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  xai: ['XAI_API_KEY'],
  together: ['TOGETHER_API_KEY'],
};

/** @returns the key for commands that ask a model: `CLAIMGATE_API_KEY`, else the provider's own variable. */
export function readProviderKey(provider: string, env: Environment = process.env): string | undefined {
  const names = ['CLAIMGATE_API_KEY', ...(KEY_VARIABLES[provider] ?? [])];
  return names.map((name) => readText(env, name)).find((key) => key !== undefined);
}
