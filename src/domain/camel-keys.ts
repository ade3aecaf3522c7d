type Camel<S extends string> = S extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : S;

/** A section of a data file as the code names its keys: `drain_delay` is `drainDelay`. */
export type CamelKeys<T> = {
  readonly [K in keyof T as Camel<K & string>]: Exclude<T[K], undefined>;
};

/** Names the keys of one section as the code does, and leaves out those that are undefined. */
export function camelKeys<T extends object>(section: T): CamelKeys<T> {
  const entries = Object.entries(section)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()), value]);
  return Object.fromEntries(entries) as CamelKeys<T>;
}
