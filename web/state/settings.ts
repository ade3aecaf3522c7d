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
  /** The most claims of a request that are verified; `null`: the server's own limit. */
  readonly maxClaims: number | null;
  /** Of a text with more claims than one request takes: all of them, in which order, or those of one request. */
  readonly checkFirst: 'worth' | 'place' | 'few';
  /** Whether texts are checked by the gateway's own judge alone, at no cost. */
  readonly ownJudge: boolean;
  /** Sources that the person has turned on or off, by name. */
  readonly sources: Readonly<Record<string, boolean>>;
  /** Who answered for the last report. */
  readonly author: string;
  readonly publisher: string;
}

const PLACE = 'claimgate.settings';
/** What goes along with a question, as shipped. */
const OF_QUESTIONS = {
  mode: 'verify',
  system: '',
  temperature: null,
  topP: null,
  maxTokens: null,
  maxClaims: null,
  sources: {},
} as const;
const DEFAULTS: Settings = {
  ...{ theme: 'system', author: '', publisher: '', checkFirst: 'worth', ownJudge: false },
  ...OF_QUESTIONS,
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

/** Everything but the look of the page and the model. */
export function resetSettings(): void {
  changeSettings(OF_QUESTIONS);
}

export function useSettings(): Settings {
  return useStore(store, (settings) => settings);
}

export const getSettings = store.get;
