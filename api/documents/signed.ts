import { createHash } from 'node:crypto';
import type { DocumentSigner } from '../../db/documents/keys.ts';
import { type DocumentFacts, verificationUrl } from '../../domain/documents/proof.ts';
import { proofLine, sealLine } from '../../domain/documents/seal.ts';
import { qrModules } from '../../domain/web/qr-code.ts';
import { MUTED, type Sheet } from './sheet.ts';

/** Services needed to draw a document. */
export interface ProvingDeps {
  /** The proof of what the document states. */
  prove(facts: DocumentFacts): Promise<string>;
  readonly publicUrl: string;
}

/** A document that is drawn piece by piece; what it returns in the end is what it states. */
export type Drawing = AsyncGenerator<Buffer, DocumentFacts>;

export interface VerificationWords {
  readonly verify: string;
  readonly verifyText: string;
  readonly documentId: string;
}

/** The last part of a document: how it is verified. */
export async function drawVerification(
  sheet: Sheet,
  { prove, publicUrl }: ProvingDeps,
  { words, facts }: { readonly words: VerificationWords; readonly facts: DocumentFacts },
): Promise<void> {
  const url = verificationUrl(publicUrl, await prove(facts));
  sheet.keep(QR_SIZE + 44);
  sheet.skip(10);
  sheet.text('H2', words.verify);
  sheet.skip(2);
  const top = sheet.y;
  sheet.qrCode(qrModules(url), { alt: words.verify, size: QR_SIZE });
  sheet.text('P', words.verifyText, { indent: INDENT });
  sheet.link(new URL('/verify', publicUrl).href, url, INDENT);
  sheet.text('P', `${words.documentId}: ${facts.id}`, { indent: INDENT, size: 8, color: MUTED });
  sheet.skip(Math.max(0, top + QR_SIZE - sheet.y));
}

/**
 * The bytes of a document with its proof and seal at the end (`domain/documents/seal.ts`). At most one piece is in
 * memory.
 */
export async function* sealed(drawing: Drawing, signer: DocumentSigner): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let held: Buffer = Buffer.alloc(0);
  let facts: DocumentFacts;
  for (;;) {
    const step = await drawing.next();
    if (step.done === true) {
      facts = step.value;
      break;
    }
    const bytes = Buffer.concat([held, step.value]);
    const complete = bytes.subarray(0, Math.max(0, bytes.length - HELD_BYTES));
    held = bytes.subarray(complete.length);
    if (complete.length === 0) continue;
    hash.update(complete);
    yield complete;
  }
  const at = held.lastIndexOf('startxref\n');
  if (at < 1) throw new Error('The PDF has no end.');
  const proof = signer.prove(facts);
  const head = Buffer.concat([held.subarray(0, at), Buffer.from(proofLine(proof))]);
  const tail = held.subarray(at);
  const seal = signer.seal(hash.update(head).update(tail).digest(), proof);
  yield Buffer.concat([head, Buffer.from(sealLine(seal)), tail]);
}

const QR_SIZE = 128;
const INDENT = 144;
/** More than the end of a PDF, from `startxref` on. */
const HELD_BYTES = 64;
