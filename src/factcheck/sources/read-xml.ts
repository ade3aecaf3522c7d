/** As much of XML as the replies of one interface need: elements by their names, linear in the text's length. */

export interface XmlElement {
  /** As they stand in the tag. */
  readonly attributes: string;
  /** What stands between the tags, markup included. */
  readonly inner: string;
}

/** @returns the elements of that name, in order; those within one of the same name are left out. */
export function elementsOf(xml: string, name: string): readonly XmlElement[] {
  const found: XmlElement[] = [];
  const end = `</${name}>`;
  for (let open = xml.indexOf(`<${name}`); open !== -1; ) {
    const from = open + name.length + 1;
    const close = xml.indexOf('>', from);
    if (close === -1) break;
    let next = close + 1;
    if (/[\s>/]/.test(xml[from] as string)) {
      const attributes = xml.slice(from, close);
      if (attributes.endsWith('/')) {
        found.push({ attributes: attributes.slice(0, -1), inner: '' });
      } else {
        const last = xml.indexOf(end, close);
        if (last === -1) break;
        found.push({ attributes, inner: xml.slice(close + 1, last) });
        next = last + end.length;
      }
    }
    open = xml.indexOf(`<${name}`, next);
  }
  return found;
}

/** @returns what stands in the first element of that name; `undefined` where there is none. */
export function firstElement(xml: string, name: string): string | undefined {
  return elementsOf(xml, name)[0]?.inner;
}

/** @returns the value of an attribute, its entities as they are. */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*"([^"]*)"`).exec(element.attributes)?.[1];
}
