/** Traces as OpenTelemetry knows them. Its libraries are loaded where traces are on. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import type { Attributes, Context, Span as OtelSpan, SpanKind } from '@opentelemetry/api';

/** An attribute without a value is left out. */
export type SpanAttributes = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

export interface Span {
  /** 32 hexadecimal digits; logged, so that lines and traces find each other. */
  readonly traceId: string;
  set(attributes: SpanAttributes): void;
  event(name: string, attributes?: SpanAttributes): void;
  /** @param error a code, where it failed. */
  end(error?: string): void;
}

/** What a span is of: a request that was received, one that was sent, or work inside. */
type Kind = 'server' | 'client' | 'internal';

export interface Tracing {
  /** Begins the span of a request; it continues the trace that the caller names, if the name is well-formed. */
  receive(headers: IncomingHttpHeaders, name: string, attributes: SpanAttributes): Span;
  /** Begins a span beneath the one that is under way; without one, a trace of its own. */
  begin(name: string, kind: Kind, attributes: SpanAttributes): Span;
  /** The same for what is over already. @param milliseconds that it took. */
  record(name: string, kind: Kind, milliseconds: number, attributes: SpanAttributes, error?: string): void;
  /** Runs with the span as the one that is under way, whatever is awaited. */
  run<T>(span: Span, act: () => T): T;
  /** The span that is under way. */
  current(): Span | undefined;
  /** What tells a server which trace a request belongs to (W3C Trace Context); empty outside of one. */
  headers(): Readonly<Record<string, string>>;
  /** Whether spans may hold the texts of callers and models. */
  readonly content: boolean;
  /** Sends what is left, as far as the collector takes it. */
  close(): Promise<void>;
}

interface TracingOptions {
  readonly url: string;
  readonly protocol: 'http/protobuf' | 'http/json';
  /** As OTEL_EXPORTER_OTLP_HEADERS has them. */
  readonly headers?: string;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly compression: 'none' | 'gzip';
  readonly sampler: string;
  /** 0 to 1. */
  readonly ratio: number;
  readonly batch: {
    readonly maxQueueSize?: number;
    readonly maxExportBatchSize?: number;
    readonly scheduledDelayMillis?: number;
    readonly exportTimeoutMillis?: number;
  };
  /** Of the gateway. */
  readonly version: string;
  readonly content: boolean;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Called when spans could not be sent. */
  readonly onError: (error: unknown) => void;
}

/** Milliseconds for the last spans at the end. */
const LAST_SPANS = 2_000;

export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const [api, core, sdk, { detectResources, envDetector, resourceFromAttributes }, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/resources'),
      options.protocol === 'http/json'
        ? import('@opentelemetry/exporter-trace-otlp-http')
        : import('@opentelemetry/exporter-trace-otlp-proto'),
    ]);
  core.setGlobalErrorHandler(options.onError);
  const samplers = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(options.ratio),
  };
  const root = samplers[options.sampler.replace('parentbased_', '') as keyof typeof samplers]();
  const exporter = new OTLPTraceExporter({
    url: options.url,
    compression: options.compression as never,
    ...(options.headers === undefined ? {} : { headers: core.parseKeyPairsIntoRecord(options.headers) }),
    ...(options.timeout === undefined ? {} : { timeoutMillis: options.timeout }),
  });
  const provider = new sdk.TracerProvider({
    sampler: options.sampler.startsWith('parentbased_') ? new sdk.ParentBasedSampler({ root }) : root,
    resource: resourceFromAttributes({
      'service.name': 'claimgate',
      'service.version': options.version,
    }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, ...options.batch })],
  });
  const tracer = provider.getTracer('claimgate', options.version);
  const propagator = new core.W3CTraceContextPropagator();
  const kinds: Readonly<Record<Kind, SpanKind>> = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL,
  };
  const underWay = new AsyncLocalStorage<OpenSpan>();

  /** A span, and the context of those beneath it. */
  class OpenSpan implements Span {
    readonly traceId: string;
    readonly context: Context;
    readonly #span: OtelSpan;

    constructor(parent: Context, name: string, kind: Kind, attributes: SpanAttributes, startTime?: number) {
      const span = { kind: kinds[kind], attributes: present(attributes) };
      this.#span = tracer.startSpan(name, startTime === undefined ? span : { ...span, startTime }, parent);
      this.context = api.trace.setSpan(parent, this.#span);
      this.traceId = this.#span.spanContext().traceId;
    }

    set(attributes: SpanAttributes): void {
      this.#span.setAttributes(present(attributes));
    }

    event(name: string, attributes: SpanAttributes = {}): void {
      this.#span.addEvent(name, present(attributes));
    }

    end(error?: string): void {
      if (error !== undefined) {
        this.#span.setStatus({ code: api.SpanStatusCode.ERROR });
        this.#span.setAttribute('error.type', error);
      }
      this.#span.end();
    }
  }

  const parent = (): Context => underWay.getStore()?.context ?? api.ROOT_CONTEXT;
  return {
    content: options.content,
    receive(headers, name, attributes) {
      const { traceparent, tracestate } = headers;
      const from = propagator.extract(
        api.ROOT_CONTEXT,
        { traceparent, tracestate },
        api.defaultTextMapGetter,
      );
      return new OpenSpan(from, name, 'server', attributes);
    },
    begin: (name, kind, attributes) => new OpenSpan(parent(), name, kind, attributes),
    record(name, kind, milliseconds, attributes, error) {
      new OpenSpan(parent(), name, kind, attributes, options.now() - milliseconds).end(error);
    },
    run: (span, act) => underWay.run(span as OpenSpan, act),
    current: () => underWay.getStore(),
    headers() {
      const sent: Record<string, string> = {};
      const open = underWay.getStore();
      if (open !== undefined) propagator.inject(open.context, sent, api.defaultTextMapSetter);
      return sent;
    },
    async close() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_SPANS).unref());
      await Promise.race([provider.shutdown().catch(options.onError), late]);
    },
  };
}

function present(attributes: SpanAttributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => value !== undefined),
  ) as Attributes;
}
