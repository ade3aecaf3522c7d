/**
 * Some providers echo part of a wrong key in their errors. The simulated ones do so too: a gateway that
 * passed such a text on would be found out here.
 */
export function maskKey(key: string, stars: string): string {
  return key.length < 8 ? stars : `${key.slice(0, 3)}${stars}${key.slice(-2)}`;
}
