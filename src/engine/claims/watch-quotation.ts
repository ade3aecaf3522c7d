/**
 * Quotations of several sentences: each of them is stated as quoted, with the words that say by whom. A
 * quotation ends with its paragraph, or after so many sentences.
 */
const MOST_SENTENCES = 12;
/** Before an opening mark: "He said: ", "According to the report, ". */
const INTRODUCTION = /^[^"“”]{3,160}(?:[:,]|\b(?:that|said|says|wrote|states|stated)) ?$/u;
const OPENING = /“|(?<![\p{L}\p{N}.,!?;:'’)”])"(?=[\p{L}\p{N}'‘[…])/gu;

interface Quotation {
  /** What stands before it, `''` where nothing says whose words they are. */
  readonly introduction: string;
  readonly mark: '"' | '“';
  /** Sentences that may still belong to it. */
  left: number;
}

export function openQuotationWatch() {
  let open: Quotation | undefined;

  /** Where the quotation under way ends in a sentence, -1 where it goes on. */
  const endIn = (text: string, from: number, mark: Quotation['mark']): number =>
    text.indexOf(mark === '“' ? '”' : '"', from);

  /** @returns the quotation that a sentence leaves open. */
  function leftOpen(text: string, before: Quotation | undefined): Quotation | undefined {
    let at = 0;
    if (before) {
      at = endIn(text, 0, before.mark) + 1;
      if (at === 0) return before.left > 1 ? { ...before, left: before.left - 1 } : undefined;
    }
    if (!text.includes('"') && !text.includes('“')) return undefined;
    OPENING.lastIndex = at;
    for (let match = OPENING.exec(text); match; match = OPENING.exec(text)) {
      const mark = match[0] as Quotation['mark'];
      const end = endIn(text, match.index + 1, mark);
      if (end < 0) {
        const head = text.slice(0, match.index);
        const introduction = INTRODUCTION.test(head) ? head.trimEnd() : '';
        return { introduction, mark, left: MOST_SENTENCES };
      }
      OPENING.lastIndex = end + 1;
    }
    return undefined;
  }

  return {
    /**
     * @param begins whether a paragraph or a list item begins with the sentence.
     * @returns the sentence with the marks, and the words before them, that stand in the sentences around it.
     */
    quoted(text: string, begins: boolean): string {
      const before = begins ? undefined : open;
      const after = leftOpen(text, before);
      const closed = after === undefined ? text : `${text}${after.mark === '“' ? '”' : '"'}`;
      if (!before) return closed;
      const end = endIn(text, 0, before.mark);
      // "…,” he said." says itself whose words they are.
      const says = end >= 0 && /[\p{L}\p{N}]/u.test(text.slice(end + 1));
      const introduction = says || before.introduction === '' ? '' : `${before.introduction} `;
      return `${introduction}${before.mark}${closed}`;
    },
    /** Takes the sentence in. */
    pass(text: string, begins: boolean): void {
      open = leftOpen(text, begins ? undefined : open);
    },
  };
}
