/**
 * A select's accessible name: what is chosen stands beside its field, where a screen reader does not look.
 * @param chosen `undefined` where nothing is.
 */
export function nameChoice(label: string, chosen: string | undefined): string {
  return chosen === undefined ? label : `${label}: ${chosen}`;
}
