import { createHash } from 'node:crypto';
import { type DocumentFacts, readProof } from '../../domain/documents/proof.ts';
import { readSeal, readSealedFile } from '../../domain/documents/seal.ts';
import { type DocumentKey, sha256Of } from './keys.ts';

/**
 * `genuine`: we issued these facts, and of a file also every byte. `changed`: the facts are ours, the file is not as we
 * issued it. `unknown`: not ours.
 */
export type Verdict =
  | { readonly verdict: 'genuine' | 'changed'; readonly facts: DocumentFacts }
  | { readonly verdict: 'unknown'; readonly facts: null };

/** The known facts of a file besides its proof. */
export interface FileSeal {
  readonly seal: string;
  /** Of the file without the line of the seal, in base64url. */
  readonly sha256: string;
}

/** Judges a proof, and with `file` the file that it was found in. Needs nothing but the public keys. */
export function verifyProof(keys: readonly DocumentKey[], proof: string, file?: FileSeal): Verdict {
  const read = readProof(proof);
  if (read === null || !isSigned(keys, read)) return UNKNOWN;
  return { verdict: file === undefined || isSealed(keys, file, proof) ? 'genuine' : 'changed', facts: read.facts };
}

/** The same for the bytes of a file; a file without a proof is unknown. */
export function verifyFile(keys: readonly DocumentKey[], bytes: Uint8Array): Verdict {
  const file = readSealedFile(bytes);
  if (file === null) return UNKNOWN;
  const sha256 = createHash('sha256').update(file.covered).digest('base64url');
  return verifyProof(keys, file.proof, { seal: file.seal, sha256 });
}

const UNKNOWN: Verdict = { verdict: 'unknown', facts: null };

/** The seal belongs to this proof: with that of another document it proves nothing. */
function isSealed(keys: readonly DocumentKey[], { seal, sha256 }: FileSeal, proof: string): boolean {
  const read = readSeal(seal, { proofSha256: sha256Of(proof) });
  return read !== null && read.sha256 === sha256 && isSigned(keys, read);
}

interface Signed {
  readonly keyId: string;
  readonly signed: string;
  readonly signature: string;
}

function isSigned(keys: readonly DocumentKey[], { keyId, signed, signature }: Signed): boolean {
  return keys.some((key) => key.id === keyId && key.isSignatureOf(signed, signature));
}
