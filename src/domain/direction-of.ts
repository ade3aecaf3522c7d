/**
 * Which way a line of HTML is written, by most of its letters: `dir="auto"` goes by the first, and a line about a claim in
 * Hebrew begins with a word in English.
 */
export function directionOf(html: string): 'ltr' | 'rtl' {
  const text = html.replace(/<[^>]*>|&#?\w+;/g, '');
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const others =
    text.match(/[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu)
      ?.length ?? 0;
  return others * 2 > letters ? 'rtl' : 'ltr';
}
