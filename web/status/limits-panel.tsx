import { Progress } from 'antd';
import type { ReactElement } from 'react';
import type { Budget, Limits, Provider } from '../api/types.ts';
import { formatDollars, texts } from '../texts.ts';

/** What the key in use has left. */
export function LimitsPanel({
  limits,
  provider,
  loading,
  hasKey,
}: {
  limits: Limits | undefined;
  provider: Provider | undefined;
  loading: boolean;
  hasKey: boolean;
}): ReactElement {
  const { status: words } = texts;
  const keyless = provider?.key === 'none';
  const budgets = limits?.budgets ?? [];
  const without = loading
    ? texts.loading
    : keyless
      ? `${provider.provider}: ${words.noKeyNeeded}`
      : hasKey
        ? words.notAvailable
        : words.noKey;
  return (
    <section className="panel" aria-labelledby="limits-heading">
      <h2 id="limits-heading">{words.limits}</h2>
      {limits === undefined ? (
        <p className="faint">{without}</p>
      ) : (
        <>
          <p className="faint">
            {keyless
              ? `${provider.provider}: ${words.noKeyNeeded}`
              : `${words.limitsOf} ${provider?.provider}`}{' '}
            · {words.plan(limits.plan)}
          </p>
          {limits.windows.length + budgets.length === 0 ? <p>{words.noLimits}</p> : null}
          {limits.windows.map(({ name, limit, remaining, reset }) => (
            <Limit
              key={name}
              name={words.windows[name]}
              left={words.left(remaining, limit)}
              share={remaining / Math.max(1, limit)}
              reset={reset}
            />
          ))}
          {budgets.map((budget) => (
            <Limit
              key={`${budget.period} ${budget.unit} ${budget.team ?? ''}`}
              name={nameOf(budget)}
              left={describeBudget(budget)}
              share={budget.limit === 0 ? 0 : budget.remaining / budget.limit}
              reset={budget.reset}
            />
          ))}
        </>
      )}
    </section>
  );
}

/** One limit, and how much of it is left. @param share 0 to 1. */
function Limit({
  name,
  left,
  share,
  reset,
}: {
  name: string;
  left: string;
  share: number;
  reset: number;
}): ReactElement {
  return (
    <div className="limit">
      <div className="limit-head">
        <strong>{name}</strong>
        <span>{left}</span>
      </div>
      <Progress
        aria-label={`${name}: ${left}`}
        percent={share * 100}
        showInfo={false}
        status={share === 0 ? 'exception' : 'normal'}
      />
      <div className="faint small">{texts.status.resets(formatTime(reset))}</div>
    </div>
  );
}

function nameOf({ team, period, unit }: Budget): string {
  const name = texts.status.budgets[period][unit];
  return team === undefined ? name : texts.status.ofTeam(name, team);
}

function describeBudget({ unit, limit, remaining, reserved }: Budget): string {
  const { status: words } = texts;
  const say = unit === 'usd' ? formatDollars : (tokens: number) => tokens.toLocaleString('en');
  const left = words.leftOf(say(remaining), say(limit));
  return reserved === 0 ? left : words.andReserved(left, say(reserved));
}

function formatTime(unixSeconds: number): string {
  const time = new Date(unixSeconds * 1_000);
  const soon = time.getTime() - Date.now() < 86_400_000;
  return soon
    ? `at ${time.toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false })}`
    : `on ${time.toLocaleDateString('en', { day: 'numeric', month: 'long' })}`;
}
