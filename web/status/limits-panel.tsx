import { Progress } from 'antd';
import type { ReactElement } from 'react';
import type { Limits, Provider } from '../api/types.ts';
import { texts } from '../texts.ts';

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
          {limits.windows.length === 0 ? <p>{words.noLimits}</p> : null}
          {limits.windows.map(({ name, limit, remaining, reset }) => (
            <div key={name} className="limit">
              <div className="limit-head">
                <strong>{words.windows[name]}</strong>
                <span>{words.left(remaining, limit)}</span>
              </div>
              <Progress
                aria-label={`${words.windows[name]}: ${words.left(remaining, limit)}`}
                percent={(remaining / Math.max(1, limit)) * 100}
                showInfo={false}
                status={remaining === 0 ? 'exception' : 'normal'}
              />
              <div className="faint small">{words.resets(formatTime(reset))}</div>
            </div>
          ))}
        </>
      )}
    </section>
  );
}

function formatTime(unixSeconds: number): string {
  const time = new Date(unixSeconds * 1_000);
  const soon = time.getTime() - Date.now() < 86_400_000;
  return soon
    ? `at ${time.toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false })}`
    : `on ${time.toLocaleDateString('en', { day: 'numeric', month: 'long' })}`;
}
