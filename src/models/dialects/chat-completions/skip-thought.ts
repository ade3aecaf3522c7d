const BEGIN = '<think>';
const END = '</think>';

/**
 * Tells the thought that a model writes before its answer, as `<think>…</think>`, from the answer: servers that run such a
 * model without a parser for it send it as content. The same words further on are the answer's own.
 */
export class ThoughtSkipper {
  #state: 'before' | 'within' | 'behind' | 'over' = 'before';
  /** What may be a part of a mark. */
  #held = '';
  #thought = '';

  /** Whether what follows is the answer, as it comes. */
  get isOver(): boolean {
    return this.#state === 'over';
  }

  /** @returns what is known to be of the answer. */
  read(piece: string): string {
    if (this.#state === 'over') return piece;
    this.#held += piece;
    if (this.#state === 'before') {
      const text = this.#held.trimStart();
      if (text !== BEGIN && BEGIN.startsWith(text)) return '';
      if (!text.startsWith(BEGIN)) return this.#giveRest();
      this.#state = 'within';
      this.#held = text.slice(BEGIN.length);
    }
    if (this.#state === 'within') {
      const at = this.#held.indexOf(END);
      if (at < 0) {
        this.#thought += this.#held.slice(0, 1 - END.length);
        this.#held = this.#held.slice(1 - END.length);
        return '';
      }
      this.#state = 'behind';
      this.#thought += this.#held.slice(0, at);
      this.#held = this.#held.slice(at + END.length);
    }
    // Between the thought and the answer there are line breaks.
    this.#held = this.#held.trimStart();
    return this.#held === '' ? '' : this.#giveRest();
  }

  /** @returns what has come of the thought since this was asked last. */
  takeThought(): string {
    const thought = this.#thought;
    this.#thought = '';
    return thought;
  }

  /** @returns what was held and turned out to be the answer's; a thought without an end is none of it. */
  end(): string {
    if (this.#state === 'before') return this.#giveRest();
    if (this.#state === 'within') this.#thought += this.#held;
    this.#held = '';
    return '';
  }

  #giveRest(): string {
    const rest = this.#held;
    this.#held = '';
    this.#state = 'over';
    return rest;
  }
}

/** @returns an answer, and the thought before it without the blanks around it; `""` where there is none. */
export function splitThought(text: string): { readonly content: string; readonly thought: string } {
  const skipper = new ThoughtSkipper();
  const content = skipper.read(text) + skipper.end();
  return { content, thought: skipper.takeThought().trim() };
}
