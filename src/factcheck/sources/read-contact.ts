/** @returns the contact where it is an e-mail address: some sources ask for one in its own parameter. */
export function readMailAddress(contact: string | undefined): string | undefined {
  const address = contact?.replace(/^mailto:/i, '');
  return address !== undefined && /^[^\s@]+@[^\s@]+$/.test(address) ? address : undefined;
}
