/** Writes a Word document beside the page: hundreds of claims take seconds. */
import { type DocxAbout, writeDocx } from '../../src/docx/write-docx.ts';

export interface DocxOrder {
  readonly html: string;
  readonly about: DocxAbout;
}

addEventListener('message', ({ data: { html, about } }: MessageEvent<DocxOrder>) => {
  void writeDocx(html, about).then(postMessage, () => postMessage(undefined));
});
