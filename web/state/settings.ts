/** What a person prefers. Kept in this browser; nothing secret is among it. */
import type { FactCheckMode } from '../../src/domain/fact-check-mode.ts';
import { createStore, useStore } from './create-store.ts';

export interface Settings {
  readonly theme: 'system' | 'light' | 'dark';
  /** `undefined`: the gateway's default model. */
  readonly model?: string | undefined;
  readonly mode: FactCheckMode;
  readonly system: string;
  readonly temperature: number | null;
  readonly topP: number | null;
  readonly maxTokens: number | null;
}

const PLACE = 'claimgate.settings';
const DEFAULTS: Settings = {
  theme: 'system',
  mode: 'verify',
  system: '',
  temperature: null,
  topP: null,
  maxTokens: null,
};

function recall(): Settings {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(PLACE) ?? '{}') };
  } catch {
    return DEFAULTS;
  }
}

const store = createStore(recall());

export function changeSettings(change: Partial<Settings>): void {
  store.set((settings) => ({ ...settings, ...change }));
  try {
    localStorage.setItem(PLACE, JSON.stringify(store.get()));
  } catch {
    // Storage is off: the settings last as long as the page.
  }
}

export function useSettings(): Settings {
  return useStore(store, (settings) => settings);
}

export const getSettings = store.get;
