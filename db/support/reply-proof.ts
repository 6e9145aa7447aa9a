import { asLetters, PROOF_LETTERS } from '../../domain/support/reply-address.ts';
import { createKeyedHash } from '../core/keyed-hash.ts';

/** The proof in a reply address, which only the mailbox of the ticket's customer was sent. */
export interface ReplyProofs {
  make(ticketId: string, email: string): string;
  /** Whether the proof is that of the ticket and its customer, in a time that says nothing about it. */
  isProof(ticketId: string, email: string, given: string): boolean;
}

/** @param encryptionKey 32 bytes, the product's */
export function createReplyProofs(encryptionKey: Uint8Array): ReplyProofs {
  const keyed = createKeyedHash(encryptionKey, 'tidegate ticket reply');
  // Proofs are compared as hashes of their letters, because an address may lose the case of letters.
  const check = createKeyedHash(encryptionKey, 'tidegate ticket reply check');
  const make = (ticketId: string, email: string) =>
    asLetters(keyed.of(`${ticketId}:${email.toLowerCase()}`)).slice(0, PROOF_LETTERS);
  return {
    make,
    isProof: (ticketId, email, given) => check.isOf(make(ticketId, email), check.of(given)),
  };
}
