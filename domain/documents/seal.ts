/**
 * A signed PDF ends like this; comments are nothing to a PDF reader:
 *
 *     %TidegateProof <the proof of its facts>
 *     %TidegateSeal TGS2.<key>.<SHA-256 of the file without this line, base64url>.<signature>
 *     startxref
 *     <offset>
 *     %%EOF
 *
 * The proof says that the facts are ours, the seal that not one byte of the file was changed since. The signature of
 * the seal also covers the hash of the proof, so that a seal is worth nothing beside another proof.
 */
export interface SealedFile {
  readonly proof: string;
  readonly seal: string;
  /** The bytes that the seal's hash covers: the file without the line of the seal. */
  readonly covered: Uint8Array<ArrayBuffer>;
}

/** The hashes of a file and of the proof in it, in base64url. */
export interface SealedHashes {
  readonly sha256: string;
  readonly proofSha256: string;
}

/** The text that is signed for a file. */
export function sealToSign(keyId: string, { sha256, proofSha256 }: SealedHashes): string {
  return `${unsignedSeal(keyId, sha256)}.${proofSha256}`;
}

export function writeSeal(keyId: string, sha256: string, signature: string): string {
  return `${unsignedSeal(keyId, sha256)}.${signature}`;
}

/** The parts of a seal; null for anything else. Says nothing about the signature. */
export function readSeal(
  seal: string,
  { proofSha256 }: Pick<SealedHashes, 'proofSha256'>,
): { keyId: string; sha256: string; signed: string; signature: string } | null {
  const [, version, keyId, sha256, signature] = SEAL.exec(seal) ?? [];
  if (keyId === undefined || sha256 === undefined || signature === undefined) return null;
  // Older documents: their seal covers the proof only as a part of the file.
  const signed = version === 'TGS1' ? `TGS1.${keyId}.${sha256}` : sealToSign(keyId, { sha256, proofSha256 });
  return { keyId, sha256, signed, signature };
}

function unsignedSeal(keyId: string, sha256: string): string {
  return `TGS2.${keyId}.${sha256}`;
}

export function proofLine(proof: string): string {
  return `${PROOF}${proof}\n`;
}

export function sealLine(seal: string): string {
  return `${MARK}${seal}\n`;
}

/**
 * Finds proof and seal at the end of a file; null for a file without. Nothing may follow them but the end of a PDF: an
 * appended part could show something else.
 */
export function readSealedFile(bytes: Uint8Array): SealedFile | null {
  const from = Math.max(0, bytes.length - MAX_END);
  const end = latin1(bytes.subarray(from));
  const [all, proof, seal] = END.exec(end) ?? [];
  if (all === undefined || proof === undefined || seal === undefined) return null;
  const at = from + end.lastIndexOf(MARK);
  const tail = bytes.subarray(at + sealLine(seal).length);
  const covered = new Uint8Array(at + tail.length);
  covered.set(bytes.subarray(0, at));
  covered.set(tail, at);
  return { proof, seal, covered };
}

const PROOF = '%TidegateProof ';
const MARK = '%TidegateSeal ';
const MAX_END = 20_000;
const SEAL = /^(TGS[12])\.([\w-]{1,20})\.([\w-]{43})\.([\w-]{86})$/;
const END = /\n%TidegateProof ([\w.-]+)\n%TidegateSeal ([\w.-]+)\nstartxref\n\d{1,12}\n%%EOF\n$/;

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
