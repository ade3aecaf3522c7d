/** The standard variables of OpenTelemetry, as far as traces over OTLP/HTTP go. */
import { withoutUndefined } from '../../domain/without-undefined.ts';
import { ConfigError } from './config-error.ts';
import { type Environment, readChoice, readText } from './read-environment.ts';

/** Where traces go, and which. The exporter itself reads what else the standard names, such as certificates. */
export interface TracingConfig {
  /** The collector's, with its path. */
  readonly url: string;
  readonly protocol: 'http/protobuf' | 'http/json';
  /** `name=value` pairs with commas between them, as the standard encodes them; they may hold secrets. */
  readonly headers?: string;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly compression: 'none' | 'gzip';
  readonly sampler: (typeof SAMPLERS)[number];
  /** 0 to 1, of the samplers by ratio. */
  readonly ratio: number;
  /** `OTEL_BSP_…`: spans that wait at most, spans of one export, milliseconds. */
  readonly batch: {
    readonly maxQueueSize?: number;
    readonly maxExportBatchSize?: number;
    readonly scheduledDelayMillis?: number;
    readonly exportTimeoutMillis?: number;
  };
}

const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

/**
 * @returns undefined where no collector is named, or traces are switched off: then there are none.
 * @throws ConfigError naming the variable that is wrong.
 * @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/
 */
export function readTracing(env: Environment): TracingConfig | undefined {
  const url = readEndpoint(env);
  const isOff = readText(env, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true';
  if (url === undefined || isOff || readChoice(env, 'OTEL_TRACES_EXPORTER', ['otlp', 'none']) === 'none')
    return undefined;
  const headers = readOf(env, 'HEADERS');
  const timeout = readCount(env, ...namesOf('TIMEOUT'));
  return {
    url,
    protocol: readChoiceOf(env, 'PROTOCOL', ['http/protobuf', 'http/json']) ?? 'http/protobuf',
    ...(headers === undefined ? {} : { headers }),
    ...(timeout === undefined ? {} : { timeout }),
    compression: readChoiceOf(env, 'COMPRESSION', ['none', 'gzip']) ?? 'none',
    sampler: readChoice(env, 'OTEL_TRACES_SAMPLER', SAMPLERS) ?? 'parentbased_always_on',
    ratio: readRatio(env),
    batch: withoutUndefined({
      maxQueueSize: readCount(env, 'OTEL_BSP_MAX_QUEUE_SIZE'),
      maxExportBatchSize: readCount(env, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
      scheduledDelayMillis: readCount(env, 'OTEL_BSP_SCHEDULE_DELAY'),
      exportTimeoutMillis: readCount(env, 'OTEL_BSP_EXPORT_TIMEOUT'),
    }),
  };
}

/** That of traces goes before that of all signals. */
const namesOf = (what: string): [string, string] => [
  `OTEL_EXPORTER_OTLP_TRACES_${what}`,
  `OTEL_EXPORTER_OTLP_${what}`,
];

const readOf = (env: Environment, what: string): string | undefined => {
  const [own, shared] = namesOf(what);
  return readText(env, own) ?? readText(env, shared);
};

function readChoiceOf<const T extends string>(
  env: Environment,
  what: string,
  choices: readonly T[],
): T | undefined {
  const [own, shared] = namesOf(what);
  return readChoice(env, own, choices) ?? readChoice(env, shared, choices);
}

function readEndpoint(env: Environment): string | undefined {
  const [own, shared] = namesOf('ENDPOINT');
  for (const [name, path] of [
    [own, ''],
    [shared, 'v1/traces'],
  ] as const) {
    const text = readText(env, name);
    if (text === undefined) continue;
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
      throw new ConfigError(`${name}: must be a URL that begins with http:// or https://`);
    }
    return path === '' ? text : `${text.replace(/\/+$/, '')}/${path}`;
  }
  return undefined;
}

function readRatio(env: Environment): number {
  const text = readText(env, 'OTEL_TRACES_SAMPLER_ARG');
  if (text === undefined) return 1;
  const ratio = Number(text);
  if (!(ratio >= 0 && ratio <= 1)) {
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1');
  }
  return ratio;
}

function readCount(env: Environment, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const text = readText(env, name);
    if (text === undefined) continue;
    if (!/^\d{1,9}$/.test(text) || Number(text) === 0) {
      throw new ConfigError(`${name}: must be a whole number above 0`);
    }
    return Number(text);
  }
  return undefined;
}
