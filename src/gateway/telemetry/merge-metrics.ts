/** The metrics of several processes as those of one. */
import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';

/** What one process counted, as data: `registry.getMetricsAsJSON()`. */
export type MetricsData = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Each metric says how its values are merged; most are added. */
export function mergeMetrics(parts: readonly MetricsData[]): Registry {
  return AggregatorRegistry.aggregate(parts as MetricObjectWithValues<MetricValue<string>>[][]);
}

/** What stays of a process that has ended: what it counted. What it measured of itself is gone with it. */
export function countersOf(data: MetricsData): MetricsData {
  const counting: readonly unknown[] = ['counter', 'histogram'];
  return data.filter(({ type }) => counting.includes(type));
}
