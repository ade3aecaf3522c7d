import type { ReactElement } from 'react';
import type { TrafficLine } from '../api/traffic.ts';
import { texts } from '../texts.ts';
import { WIDTH } from './read-span.ts';

const { traffic: words } = texts.operate;
/** Columns up to which each says its number. */
const MOST_NUMBERS = 12;

/** Requests by hour or day, in columns; errors are the part at their foot. */
export function TimeColumns({
  lines,
  by,
  from,
  to,
}: {
  lines: readonly TrafficLine[];
  by: 'hour' | 'day';
  from: string;
  to: string;
}): ReactElement {
  const begin = Date.parse(from);
  const count = Math.round((Date.parse(to) - begin) / WIDTH[by]);
  const known = new Map(lines.map((line) => [Date.parse(line.time ?? ''), line]));
  const columns = Array.from({ length: count }, (_, index) => {
    const time = begin + index * WIDTH[by];
    const { requests = 0, errors = 0 } = known.get(time) ?? {};
    return { time, requests, errors, said: words.overWords(requests.toLocaleString('en'), format(time, by)) };
  });
  const most = Math.max(1, ...columns.map(({ requests }) => requests));
  const spoken = columns
    .filter(({ requests }) => requests > 0)
    .map(({ said }) => said)
    .join('; ');
  return (
    <div className="histogram" role="img" aria-label={`${words.over}. ${spoken}`}>
      <div className="columns">
        {columns.map(({ time, requests, errors, said }) => (
          <i key={time} className={requests === 0 ? 'column none' : 'column'} title={said}>
            {requests === 0 || count > MOST_NUMBERS ? null : <b>{requests.toLocaleString('en')}</b>}
            <i className="requests" style={{ height: `${(requests / most) * 100}%` }}>
              <i style={{ height: `${(errors / Math.max(1, requests)) * 100}%` }} />
            </i>
          </i>
        ))}
      </div>
      <div className="ticks" aria-hidden="true">
        <span>{format(begin, by)}</span>
        <span>{format(columns.at(-1)?.time ?? begin, by)}</span>
      </div>
    </div>
  );
}

/** Days are those of UTC. */
function format(time: number, by: 'hour' | 'day'): string {
  return by === 'hour'
    ? new Date(time).toLocaleString('en', { hour: '2-digit', minute: '2-digit', hour12: false })
    : new Date(time).toLocaleDateString('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}
