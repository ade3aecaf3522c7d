/** Reads code beside the page: long code holds nothing up, nor does code that was written to. */
import { readTokens } from './code-tokens.ts';

export interface CodeOrder {
  readonly id: number;
  readonly code: string;
  readonly language: string;
}

addEventListener('message', ({ data: { id, code, language } }: MessageEvent<CodeOrder>) => {
  postMessage({ id, tokens: readTokens(code, language) });
});
