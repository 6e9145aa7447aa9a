import { DomainError } from '../../domain/errors.ts';
import { REFUND_LINK_DAYS } from '../../domain/refunds/link.ts';
import { createKeyedHash } from '../core/keyed-hash.ts';

/**
 * Creates and verifies the links for payers' refund requests: an invoice's id is not enough, because shops and wallets
 * know it too.
 */
export interface RefundLinks {
  /** The URL of the payer's page with the token in its fragment, which browsers send to nobody. */
  make(
    checkoutUrl: string,
    of: { readonly invoiceId: string; readonly occasion: string; readonly nowMs: number },
  ): string;
  /**
   * The occasion of a token; the database tells whether it was used.
   * @throws DomainError `not_found` for a token that was not made for this invoice, `link_expired`
   */
  read(token: string, of: { readonly invoiceId: string; readonly nowMs: number }): string;
}

/** @param encryptionKey 32 bytes, the product's */
export function createRefundLinks(encryptionKey: Uint8Array): RefundLinks {
  const hash = createKeyedHash(encryptionKey, 'tidegate refund link');
  return {
    make(checkoutUrl, { invoiceId, occasion, nowMs }) {
      const until = Math.floor(nowMs / 1_000 + REFUND_LINK_DAYS * 86_400).toString(36);
      const mac = hash.of(JSON.stringify([invoiceId, occasion, until])).toString('base64url');
      return `${checkoutUrl}#refund=${occasion}.${until}.${mac}`;
    },
    read(token, { invoiceId, nowMs }) {
      const [occasion = '', until = '', mac = ''] = token.split('.');
      const text = JSON.stringify([invoiceId, occasion, until]);
      if (!hash.isOf(text, Buffer.from(mac, 'base64url'))) throw new DomainError('not_found');
      if (Number.parseInt(until, 36) * 1_000 <= nowMs) throw new DomainError('link_expired');
      return occasion;
    },
  };
}
