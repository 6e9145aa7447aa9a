/** The documents that we sign. */
export const DOCUMENT_KINDS = ['statement', 'invoice', 'receipt', 'withdrawal', 'payout', 'partner_statement'] as const;

export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** The facts of a document, each as the text it shows: amounts as decimals in major units, times in ISO 8601. */
export type DocumentFacts = Readonly<Record<string, string>> & { readonly kind: DocumentKind; readonly id: string };

/** The facts of a document with who signed them. */
export interface Proof {
  readonly keyId: string;
  readonly facts: DocumentFacts;
  /** The text that the signature covers. */
  readonly signed: string;
  /** In base64url. */
  readonly signature: string;
}

/**
 * The text that is signed: `TG1.<key>.<facts in base64url>`. The facts are canonical JSON (keys sorted, no spaces), so
 * the same facts give the same text.
 */
export function textToSign(keyId: string, facts: DocumentFacts): string {
  const sorted = Object.fromEntries(Object.entries(facts).sort(([one], [other]) => (one < other ? -1 : 1)));
  return `${VERSION}.${keyId}.${toBase64Url(new TextEncoder().encode(JSON.stringify(sorted)))}`;
}

/** The proof as it is printed, in QR codes and files: the signed text, a point, and the signature in base64url. */
export function writeProof(signed: string, signature: string): string {
  return `${signed}.${signature}`;
}

/** Reads a proof, or the link that contains one after `#`; null for anything else. Says nothing about the signature. */
export function readProof(text: string): Proof | null {
  if (text.length > MAX_LENGTH) return null;
  const [, version, keyId, payload, signature] =
    FORM.exec(text.slice(text.indexOf('#') + 1).replaceAll(/\s/g, '')) ?? [];
  if (keyId === undefined || payload === undefined || signature === undefined) return null;
  const facts = readFacts(payload);
  return facts === null ? null : { keyId, facts, signed: `${version}.${keyId}.${payload}`, signature };
}

/** The page that verifies the proof. A fragment is sent to no server, so the facts stay out of every log. */
export function verificationUrl(publicUrl: string, proof: string): string {
  return `${new URL('/verify', publicUrl).href}#${proof}`;
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

const VERSION = 'TG1';
const MAX_LENGTH = 20_000;
const FORM = /^(TG1)\.([\w-]{1,20})\.([\w-]{1,16000})\.([\w-]{86})$/;

function readFacts(payload: string): DocumentFacts | null {
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const facts: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isFacts(facts) ? facts : null;
  } catch {
    return null;
  }
}

function isFacts(value: unknown): value is DocumentFacts {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { kind, id } = value as Readonly<Record<string, unknown>>;
  const isKind = DOCUMENT_KINDS.some((each) => each === kind);
  return isKind && typeof id === 'string' && Object.values(value).every((each) => typeof each === 'string');
}
