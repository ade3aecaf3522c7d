/** Whether the reader has it as it is (`If-None-Match`). A proxy that packs it makes the tag a weak one. */
export function isKnown(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')));
}
