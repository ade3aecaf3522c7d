/** Arguments and options that several commands take. */
import { Argument, InvalidArgumentError } from 'commander';

/** Where a model's key comes from, for the help of `--model`. */
export const MODEL_KEY = "its key comes from CLAIMGATE_API_KEY or its provider's own variable";

/** The argument of commands that read one file. */
export function fileToRead(): Argument {
  return new Argument('[file]', 'file to read; - for standard input').default('-', 'standard input');
}

/** @returns reads an option's value: a whole number from 1 to `most`. */
export function countUpTo(most: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (!/^\d+$/.test(text) || count < 1 || count > most) {
      throw new InvalidArgumentError(`It must be a whole number from 1 to ${most.toLocaleString('en')}.`);
    }
    return count;
  };
}

/** Reads names between commas. */
export function readNames(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}
