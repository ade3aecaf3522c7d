/** What an answer says of the tokens that it took, read as it passes: of the answer only its beginning and its end are kept. */
import type { Usage } from '../../../domain/chat.ts';

/** Characters in which usage is looked for: providers write it first or last. */
const WINDOW = 4 * 1024;

/** Objects within it are details. A quotation mark within a text would have a backslash before it. */
const USAGE = /(?<!\\)"usage"\s*:\s*(\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})/g;

export class UsageReader {
  #head = '';
  #tail = '';

  push(text: string): void {
    if (this.#head.length < WINDOW) this.#head += text.slice(0, WINDOW - this.#head.length);
    this.#tail = (this.#tail + text).slice(-WINDOW);
  }

  /** @returns absent where the answer does not say it. */
  read(): Usage | undefined {
    return readUsage(this.#tail) ?? readUsage(this.#head);
  }
}

function readUsage(text: string): Usage | undefined {
  const written = [...text.matchAll(USAGE)].at(-1)?.[1];
  if (written === undefined) return undefined;
  try {
    const usage = JSON.parse(written) as Readonly<Record<string, unknown>>;
    const promptTokens = countIn(usage, ['prompt_tokens', 'input_tokens']);
    const completionTokens = countIn(usage, ['completion_tokens', 'output_tokens']);
    if (promptTokens === undefined && completionTokens === undefined) return undefined;
    return { promptTokens: promptTokens ?? 0, completionTokens: completionTokens ?? 0 };
  } catch {
    return undefined;
  }
}

function countIn(usage: Readonly<Record<string, unknown>>, names: readonly string[]): number | undefined {
  const counts = names.map((name) => usage[name]).filter((count) => Number.isSafeInteger(count));
  const [count] = counts as number[];
  return count !== undefined && count >= 0 ? count : undefined;
}
