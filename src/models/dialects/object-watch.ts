/**
 * Tells where a JSON object ends that comes in pieces: behind its last brace nothing more can come. Each character is
 * looked at once.
 */
export class ObjectWatch {
  #depth = 0;
  #inText = false;
  #escaped = false;
  #whole = false;

  /** Whether all of it has come. Never true of what does not begin with a brace. */
  get whole(): boolean {
    return this.#whole;
  }

  add(piece: string): void {
    for (let at = 0; at < piece.length && !this.#whole; at++) {
      const character = piece[at] as string;
      if (this.#inText) this.#readText(character);
      else this.#readSign(character);
    }
  }

  #readText(character: string): void {
    if (this.#escaped) this.#escaped = false;
    else if (character === '\\') this.#escaped = true;
    else if (character === '"') this.#inText = false;
  }

  #readSign(character: string): void {
    if (character === '"') this.#inText = true;
    else if (character === '{') this.#depth++;
    else if (character === '}') this.#whole = --this.#depth === 0;
  }
}
