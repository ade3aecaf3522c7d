import type { Source } from '../api/types.ts';
import { isSandboxKey, keyFor, useKeys } from '../state/keys.ts';
import { type Choice, useChoice } from '../state/models.ts';
import { useSettings } from '../state/settings.ts';
import { isOn, useSourceList } from './source-store.ts';

/** Who is asked next: the model, and the sources that are on. */
export interface Asked {
  readonly choice: Choice | undefined;
  /** A simulated model answers, and asks local sources only. */
  readonly sandbox: boolean;
  readonly sources: readonly Source[];
}

export function useAsked(): Asked {
  const choice = useChoice();
  const keys = useKeys();
  const settings = useSettings();
  const list = useSourceList();
  const sandbox = isSandboxKey(choice === undefined ? undefined : keyFor(choice.provider, keys));
  const on = (list?.data ?? []).filter((source) => isOn(source, settings));
  return { choice, sandbox, sources: sandbox ? on.filter(({ reach }) => reach === 'local') : on };
}
