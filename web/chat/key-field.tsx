import { Input } from 'antd';
import type { ReactElement } from 'react';
import { explainFailure } from '../explain-failure.ts';
import { type KeyTrial, trialOf, useKeyTrials } from '../state/accepted-keys.ts';
import { type KeyLimits, useKeyLimits } from '../state/key-limits.ts';
import { setKey, useKeys } from '../state/keys.ts';
import { texts } from '../texts.ts';

const { keys: words } = texts;

/** A provider's key, whether the provider accepts it, and what its plan has left. */
export function KeyField({ provider }: { provider: string }): ReactElement {
  const { byProvider, sandbox, keyless } = useKeys();
  const limits = useKeyLimits();
  useKeyTrials();
  if (keyless.includes(provider)) return <p className="field">{words.keyless(provider)}</p>;
  const key = byProvider[provider];
  const trial = key === undefined ? undefined : trialOf(key, provider);
  // A key that is refused has no plan to speak of.
  const plan = key === undefined || trial?.state === 'refused' ? undefined : limits.get(key);
  const known = [describeTrial(trial), describePlan(plan)];
  return (
    <div className="field">
      <label htmlFor={`key-${provider}`}>{words.field(provider)}</label>
      <Input.Password
        id={`key-${provider}`}
        value={key ?? ''}
        placeholder={sandbox === true ? words.sandboxPlaceholder : words.placeholder}
        autoComplete="new-password"
        spellCheck={false}
        aria-describedby={`key-state-${provider}`}
        onChange={(event) => setKey(provider, event.target.value)}
      />
      <span id={`key-state-${provider}`} className="faint small key-state" role="status">
        {known.filter((said) => said !== '').join(' · ')}
      </span>
    </div>
  );
}

function describeTrial(trial: KeyTrial | undefined): string {
  if (trial === undefined) return '';
  const { provider, state, failure } = trial;
  if (state === 'trying') return words.trying;
  if (state === 'accepted') return words.accepted(provider);
  if (state === 'refused') return words.refused(provider);
  return words.untested(failure === undefined ? '' : explainFailure(failure).title);
}

function describePlan(limits: KeyLimits | undefined): string {
  if (limits?.plan === undefined) return '';
  const { plan, windows } = limits.plan;
  const [tightest] = windows.toSorted((one, other) => one.remaining - other.remaining);
  const left =
    tightest === undefined ? words.noLimit : words.left[tightest.name](tightest.remaining, tightest.limit);
  return `${words.plan(plan)}: ${left}`;
}
