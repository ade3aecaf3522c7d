/** Reads the XML of a source's reply with `htmlparser2`. */
import { DomHandler, Parser } from 'htmlparser2';

/** Documented replies have about ten levels; the parser's work grows with depth times length. */
const MOST_DEPTH = 50;

class ShallowHandler extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length > MOST_DEPTH) throw new Error('XML that is nested too deep');
    super.onopentag(name, attributes);
  }
}

/**
 * @returns the document. Entities stay encoded: `toPlainText` decodes them, once.
 * @throws Error where elements are nested too deep.
 */
export function readXml(xml: string): DomHandler['root'] {
  const handler = new ShallowHandler();
  new Parser(handler, { xmlMode: true, decodeEntities: false }).end(xml);
  return handler.root;
}
