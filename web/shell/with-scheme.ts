/** People leave out what every address begins with. */
export function withScheme(link: string): string {
  return link === '' || /^[a-z][a-z\d+.-]*:/i.test(link) ? link : `https://${link}`;
}
