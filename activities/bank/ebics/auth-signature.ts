import { createHash, createVerify, type KeyObject, sign } from 'node:crypto';
import { type XmlDocument, XmlElement } from 'libxml2-wasm';
import { DS, EBICS, inXml } from './xml.ts';

/** A document in two parts: its authentication signature goes between them. */
export interface Unsigned {
  readonly before: string;
  readonly after: string;
}

/** Signs all elements that are marked `authenticate="true"` (X002), as EBICS uses XML signatures. */
export function withAuthSignature({ before, after }: Unsigned, key: KeyObject): string {
  const digest = inXml(before + after, digestOf).toString('base64');
  const info =
    `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${C14N}"/><ds:SignatureMethod Algorithm="${RSA_SHA256}"/>` +
    `<ds:Reference URI="${MARKED}"><ds:Transforms><ds:Transform Algorithm="${C14N}"/></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${SHA256}"/><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`;
  const unsigned = `${before}<AuthSignature>${info}</AuthSignature>${after}`;
  const bytes = inXml(unsigned, (document) => elementAt(document, '//ds:SignedInfo').canonicalizeToString());
  const value = sign('sha256', Buffer.from(bytes), key).toString('base64');
  return `${before}<AuthSignature>${info}<ds:SignatureValue>${value}</ds:SignatureValue></AuthSignature>${after}`;
}

/** @throws Error unless the document has one authentication signature, by this key, over what is marked now */
export function requireAuthSignature(document: XmlDocument, key: KeyObject): void {
  const signature = elementAt(document, '/*/e:AuthSignature');
  const info = elementAt(document, '/*/e:AuthSignature/ds:SignedInfo');
  const value = (path: string) => attributeAt(document, `/*/e:AuthSignature/ds:SignedInfo/${path}`);
  const isAsAgreed =
    value('ds:CanonicalizationMethod/@Algorithm') === C14N &&
    value('ds:SignatureMethod/@Algorithm') === RSA_SHA256 &&
    value('ds:Reference/@URI') === MARKED &&
    value('ds:Reference/ds:Transforms/ds:Transform/@Algorithm') === C14N &&
    value('ds:Reference/ds:DigestMethod/@Algorithm') === SHA256;
  const text = (path: string) => Buffer.from(elementAt(document, `/*/e:AuthSignature/${path}`).content, 'base64');
  const isIntact = text('ds:SignedInfo/ds:Reference/ds:DigestValue').equals(digestOf(document));
  const verifier = createVerify('sha256').update(info.canonicalizeToString());
  if (isAsAgreed && isIntact && verifier.verify(key, text('ds:SignatureValue')) && signature.parent !== null) return;
  throw new Error('The answer is not signed with the key of the bank.');
}

const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const MARKED = "#xpointer(//*[@authenticate='true'])";

function digestOf(document: XmlDocument): Buffer {
  const hash = createHash('sha256');
  for (const node of document.find("//*[@authenticate='true']")) hash.update(node.canonicalizeToString());
  return hash.digest();
}

function elementAt(document: XmlDocument, path: string): XmlElement {
  const [only, ...more] = document.find(path, { e: EBICS, ds: DS });
  if (!(only instanceof XmlElement) || more.length > 0) throw new Error(`The document does not have one ${path}.`);
  return only;
}

function attributeAt(document: XmlDocument, path: string): string {
  const [only, ...more] = document.find(path, { e: EBICS, ds: DS });
  return only === undefined || more.length > 0 ? '' : only.content;
}
