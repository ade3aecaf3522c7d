import { type Aggregator, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** By their names in the catalogue; there are few. */
export interface Asked {
  readonly provider: string;
  readonly model: string;
}

export interface TokensUsed {
  readonly prompt: number;
  readonly completion: number;
}

/** A label that stands where simulated providers answered, and nowhere else: without it, series are of real ones. */
const SANDBOX = { sandbox: 'true' } as const;
const sandboxed = (isSandbox: boolean): Partial<typeof SANDBOX> => (isSandbox ? SANDBOX : {});

export type Metrics = ReturnType<typeof createMetrics>;

/** What an operator can watch, in Prometheus' form. Labels hold no text of a caller. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'claimgate_' });
  // Gauges under the names of counters; those without `_total` say the same by type.
  for (const name of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`claimgate_nodejs_active_${name}_total`);
  }
  // Of several processes, the primary's: it has started first.
  Object.assign(registry.getSingleMetric('claimgate_process_start_time_seconds')!, { aggregator: 'min' });
  // Nor is the mean of many idle loops how a busy one is.
  for (const which of ['', '_mean', '_p50', '_p90', '_p99']) {
    Object.assign(registry.getSingleMetric(`claimgate_nodejs_eventloop_lag${which}_seconds`)!, {
      aggregator: 'max',
    });
  }
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter<Label>({ name, help, labelNames, registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets: number[],
  ) => new Histogram<Label>({ name, help, labelNames, buckets, registers });
  /** A histogram of seconds with one label. @returns observes, and finds the series of a label's value once. */
  const timer = (name: string, help: string, label: string, buckets: number[]) => {
    const durations = histogram(name, help, [label], buckets);
    const series = makeOnce((value: string) => durations.labels({ [label]: value }));
    return (value: string, seconds: number): void => series(value).observe(seconds);
  };
  const gauge = (name: string, help: string, read?: () => number, aggregator: Aggregator = 'sum') =>
    new Gauge({
      name,
      help,
      registers,
      aggregator,
      ...(read === undefined
        ? {}
        : {
            collect() {
              this.set(read());
            },
          }),
    });

  /** A counter for each request: it counts by itself until it is read, since prom-client looks a series up each time. */
  const tallied = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) => {
    const tallies: { readonly labels: Readonly<Partial<Record<Label, string | number>>>; count: number }[] =
      [];
    new Counter<Label>({
      name,
      help,
      labelNames,
      registers,
      collect() {
        for (const tally of tallies) {
          this.inc(tally.labels, tally.count);
          tally.count = 0;
        }
      },
    });
    /** @returns a new series of these labels. */
    return (labels: Readonly<Partial<Record<Label, string | number>>>): { count: number } => {
      const tally = { labels, count: 0 };
      tallies.push(tally);
      return tally;
    };
  };

  const requests = tallied('claimgate_requests_total', 'Requests answered, by route and status.', [
    'route',
    'status',
    'sandbox',
  ]);
  const durations = histogram(
    'claimgate_request_duration_seconds',
    'From the first byte of a request to the last of its response.',
    ['route'],
    [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120],
  );
  const firstTexts = timer(
    'claimgate_first_text_seconds',
    'From a streamed request to the first text or tool call of its answer, by provider.',
    'provider',
    [0.005, 0.02, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60],
  );
  const errors = counter('claimgate_errors_total', 'Requests that ended in an error, by its code.', [
    'code',
    'sandbox',
  ]);
  const verdicts = counter('claimgate_verdicts_total', 'Claims that were verified, by verdict.', [
    'verdict',
    'sandbox',
  ]);
  const actions = counter(
    'claimgate_actions_total',
    'Answers for which an action was asked, by what was done: `annotate` where nothing wrong was found.',
    ['action'],
  );
  let open = 0;
  gauge('claimgate_requests_open', 'Requests being answered at the moment.', () => open);
  const tokens = tallied(
    'claimgate_tokens_total',
    "Tokens that callers' requests used, as providers count them, by provider and model.",
    ['provider', 'model', 'purpose', 'kind', 'sandbox'],
  );
  const claims = counter(
    'claimgate_claims_detected_total',
    'Claims found in conversations and their answers, and in texts.',
    ['sandbox'],
  );
  // A rise from nothing can be seen where there was a 0.
  claims.inc(0);
  const seriesOf = makeOnce((route: string) => ({
    requests: [false, true].map((isSandbox) =>
      makeOnce((status: number) => requests({ route, status, ...sandboxed(isSandbox) })),
    ),
    duration: durations.labels({ route }),
  }));
  const usedTokens = makeOnce((isSandbox: boolean) =>
    makeOnce((purpose: string) =>
      makeOnce((provider: string) =>
        makeOnce((model: string) => {
          const labels = { provider, model, purpose, ...sandboxed(isSandbox) };
          return {
            prompt: tokens({ ...labels, kind: 'prompt' }),
            completion: tokens({ ...labels, kind: 'completion' }),
          };
        }),
      ),
    ),
  );
  return {
    registry,
    /** A counter of a part's own, by all of its labels. */
    counter,
    /** A histogram of a part's own, of seconds, with one label and the upper bounds of its buckets. */
    timer,
    /**
     * A gauge of a part's own.
     * @param read asked for its value whenever somebody wants to know; else it is set.
     * @param aggregator how the values of several workers become one.
     */
    gauge,
    /** @param seconds from the request's first byte to the response's last. */
    requestDone(route: string, status: number, seconds: number, isSandbox: boolean): void {
      const { requests, duration } = seriesOf(route);
      requests[isSandbox ? 1 : 0]!(status).count += 1;
      duration.observe(seconds);
    },
    requestsOpen(change: 1 | -1): void {
      open += change;
    },
    /** @param purpose what the provider was asked for: the answer, or verdicts on its claims. */
    tokens(
      { provider, model }: Asked,
      purpose: 'answer' | 'verification',
      { prompt, completion }: TokensUsed,
      isSandbox: boolean,
    ): void {
      const used = usedTokens(isSandbox)(purpose)(provider)(model);
      used.prompt.count += prompt;
      used.completion.count += completion;
    },
    claims: (count: number, isSandbox: boolean): void => claims.inc(sandboxed(isSandbox), count),
    verdict: (verdict: string, isSandbox: boolean): void =>
      verdicts.inc({ verdict, ...sandboxed(isSandbox) }),
    acted: (action: string): void => actions.inc({ action }),
    /** @param code of the gateway's table of errors. */
    error: (code: string, { count = 1, sandbox = false } = {}): void =>
      errors.inc({ code, ...sandboxed(sandbox) }, count),
    /** @param seconds since the request was read. */
    firstText: firstTexts,
  };
}

/** @returns what was made of a key, made once: prom-client would look a series up each time. */
function makeOnce<K, T>(make: (key: K) => T): (key: K) => T {
  const made = new Map<K, T>();
  return (key) => {
    let one = made.get(key);
    if (one === undefined) {
      one = make(key);
      made.set(key, one);
    }
    return one;
  };
}
