const QUESTION = /[?？؟]["'”’»)\s]*$/u;

/** @returns whether a text ends with a question mark, whatever quotation marks and brackets stand behind it. */
export function endsWithQuestion(text: string): boolean {
  return QUESTION.test(text);
}
