import { DomainError } from '../../domain/errors.ts';
import { createKeyedHash } from '../core/keyed-hash.ts';

/** Binds the verdict that a payer saw to the claim that follows: nobody can claim what was not shown to them. */
export interface ClaimTokens {
  make(of: { readonly invoiceId: string; readonly paymentId: string; readonly nowMs: number }): string;
  /**
   * The payment of a token.
   * @throws DomainError `not_found` for a token that was not made for this invoice, `link_expired`
   */
  read(token: string, of: { readonly invoiceId: string; readonly nowMs: number }): string;
}

/** How long a payer may take to enter where the money is to go. */
const TOKEN_MS = 2 * 3_600_000;

/** @param encryptionKey 32 bytes, the product's */
export function createClaimTokens(encryptionKey: Uint8Array): ClaimTokens {
  const hash = createKeyedHash(encryptionKey, 'tidegate claim token');
  return {
    make({ invoiceId, paymentId, nowMs }) {
      const until = Math.floor((nowMs + TOKEN_MS) / 1_000).toString(36);
      return `${paymentId}.${until}.${hash.of(JSON.stringify([invoiceId, paymentId, until])).toString('base64url')}`;
    },
    read(token, { invoiceId, nowMs }) {
      const [paymentId = '', until = '', mac = ''] = token.split('.');
      const text = JSON.stringify([invoiceId, paymentId, until]);
      if (!hash.isOf(text, Buffer.from(mac, 'base64url'))) throw new DomainError('not_found');
      if (Number.parseInt(until, 36) * 1_000 <= nowMs) throw new DomainError('link_expired');
      return paymentId;
    },
  };
}
