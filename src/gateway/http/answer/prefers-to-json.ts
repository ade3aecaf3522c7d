/** Whether `Accept` prefers a type to JSON: names it, and JSON not before it. */
export function prefersToJson(type: string, accept = ''): boolean {
  const types = accept
    .toLowerCase()
    .split(',')
    .map((named) => named.split(';', 1)[0]?.trim());
  const json = types.indexOf('application/json');
  const at = types.indexOf(type);
  return at !== -1 && (json === -1 || at < json);
}
