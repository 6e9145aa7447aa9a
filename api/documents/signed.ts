import { createHash } from 'node:crypto';
import type { DocumentSigner } from '../../db/documents/keys.ts';
import type { DocumentFacts } from '../../domain/documents/proof.ts';
import { proofLine, sealLine } from '../../domain/documents/seal.ts';

/** A document that is drawn piece by piece; what it returns in the end is what it states. */
export type Drawing = AsyncGenerator<Buffer, DocumentFacts>;

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

/** More than the end of a PDF, from `startxref` on. */
const HELD_BYTES = 64;
