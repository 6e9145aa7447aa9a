import { ParseOption, XmlDocument } from 'libxml2-wasm';

/** The namespaces of EBICS 3.0, of its order signatures, and of XML signatures. */
export const EBICS = 'urn:org:ebics:H005';
export const ORDER_SIGNATURES = 'http://www.ebics.org/S002';
export const DS = 'http://www.w3.org/2000/09/xmldsig#';

/** Parses, works, and frees the memory. Document types and entities are refused. @throws Error */
export function inXml<T>(text: string, work: (document: XmlDocument) => T): T {
  if (text.includes('<!DOCTYPE') || text.includes('<!ENTITY')) throw new Error('The answer has a document type.');
  using document = XmlDocument.fromString(text, { option: SAFE });
  return work(document);
}

// An order in one piece may be larger than the parser's limit for a text.
const SAFE = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_HUGE;

/** The text of the only element at this path, '' without one. @throws Error if there are several */
export function onlyText(document: XmlDocument, path: string): string {
  const [only, ...more] = document.find(path, { e: EBICS, ds: DS });
  if (more.length > 0) throw new Error(`The answer has more than one ${path}.`);
  return only?.content.trim() ?? '';
}
