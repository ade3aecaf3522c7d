/** A checked text as a Word document. Loaded once it is asked for. */
import type { Claim } from '../api/types.ts';
import { escapeHtml } from '../shell/escape-html.ts';
import { saveFile } from '../shell/save-file.ts';
import { texts } from '../texts.ts';
import { evidenceOf, nameEvidence } from './claim-evidence.ts';
import type { Distinct } from './distinct-claims.ts';
import type { DocxOrder } from './docx-worker.ts';
import { decisionOf } from './person-decision.ts';
import { publicAddress, publicAddressesOf } from './public-address.ts';
import { type CheckedText, readFacts } from './report-facts.ts';
import { nameExport } from './write-export.ts';
import { writeReportBody } from './write-report.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Rejected where the document cannot be written. */
export async function saveDocx(checked: CheckedText, now: Date): Promise<void> {
  const facts = readFacts(checked, now);
  const html = writeReportBody(checked, facts) + writeSources(facts.distinct);
  const about = { title: facts.title, ...(facts.by === '' ? {} : { author: facts.by }) };
  saveFile(nameExport(checked, 'Fact-check report', 'docx', now), DOCX, await write({ html, about }));
}

function write(order: DocxOrder): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./docx-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  worker.addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer> | undefined>) =>
    data === undefined ? reject(new Error('The document cannot be written')) : resolve(data),
  );
  worker.addEventListener('error', () => reject(new Error('The worker cannot be loaded')));
  worker.postMessage(order);
  return promise.finally(() => worker.terminate());
}

/** Each page that evidence is from, once, with the numbers of its claims. */
function writeSources(distinct: readonly Distinct[]): string {
  const sources = new Map<string, { readonly name: string; readonly claims: Set<number> }>();
  for (const [index, { claim }] of distinct.entries()) {
    for (const { address, name } of pagesOf(claim)) {
      const source = sources.get(address) ?? { name, claims: new Set() };
      source.claims.add(index + 1);
      sources.set(address, source);
    }
  }
  if (sources.size === 0) return '';
  const lines = [...sources].map(([address, { name, claims }]) => {
    const numbers = [...claims].map((number) => `<a href="#claim-${number}">${number}</a>`).join(', ');
    return `<p dir="auto"><a href="${escapeHtml(address)}">${escapeHtml(name)}</a>: ${texts.report.inClaims(claims.size)} ${numbers}</p>`;
  });
  return `\n<h2>${texts.report.sourceList}</h2>\n${lines.join('\n')}`;
}

function pagesOf(claim: Claim): readonly { readonly address: string; readonly name: string }[] {
  const own = (decisionOf(claim)?.evidence ?? []).flatMap(({ url }) => publicAddress(url) ?? []);
  return [
    ...own.map((address) => ({ address, name: address })),
    ...evidenceOf(claim).flatMap((item) =>
      publicAddressesOf(item).map((address) => ({ address, name: nameEvidence(item) })),
    ),
  ];
}
