import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface TokensUsed {
  readonly prompt: number;
  readonly completion: number;
}

/** What an operator can watch, in Prometheus' form. Labels hold no text of a caller. */
export interface Metrics {
  /** @param seconds from the request's first byte to the response's last. */
  requestDone(route: string, status: number, seconds: number): void;
  requestsOpen(change: 1 | -1): void;
  /** @param purpose what the provider was asked for: the answer, or verdicts on its claims. */
  tokens(provider: string, purpose: 'answer' | 'verification', used: TokensUsed): void;
  claims(count: number): void;
  /** The whole registry, for parts that add their own. */
  readonly registry: Registry;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'claimgate_' });
  // Gauges under the names of counters; those without `_total` say the same by type.
  for (const name of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`claimgate_nodejs_active_${name}_total`);
  }
  const registers = [registry];
  const requests = new Counter({
    name: 'claimgate_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'claimgate_request_duration_seconds',
    help: 'From the first byte of a request to the last of its response.',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120],
    registers,
  });
  const open = new Gauge({
    name: 'claimgate_requests_open',
    help: 'Requests being answered at the moment.',
    registers,
  });
  const tokens = new Counter({
    name: 'claimgate_tokens_total',
    help: "Tokens that callers' requests used, as providers count them.",
    labelNames: ['provider', 'purpose', 'kind'],
    registers,
  });
  const claims = new Counter({
    name: 'claimgate_claims_detected_total',
    help: 'Claims found in conversations and their answers, and in texts.',
    registers,
  });
  // Finding a series by its labels costs more than counting in it: each is found once.
  const series = new Map<string, { count: Counter.Internal; duration: Histogram.Internal<'route'> }>();
  const seriesOf = (route: string, status: number) => {
    const name = `${status} ${route}`;
    let found = series.get(name);
    if (found === undefined) {
      found = { count: requests.labels({ route, status }), duration: durations.labels({ route }) };
      series.set(name, found);
    }
    return found;
  };
  return {
    requestDone(route, status, seconds) {
      const { count, duration } = seriesOf(route, status);
      count.inc();
      duration.observe(seconds);
    },
    requestsOpen: (change) => open.inc(change),
    tokens(provider, purpose, { prompt, completion }) {
      tokens.inc({ provider, purpose, kind: 'prompt' }, prompt);
      tokens.inc({ provider, purpose, kind: 'completion' }, completion);
    },
    claims: (count) => claims.inc(count),
    registry,
  };
}
