import { isUuid } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import { createKeyedHash } from '../core/keyed-hash.ts';

/** Links by which customers without an account say whether an answer helped: only their mailbox was sent one. */
export interface RatingLinks {
  urlOf(ticket: { readonly id: string; readonly language: Language }): string;
  /** Whether the token is that of the ticket, in a time that says nothing about it. */
  isOf(ticketId: string, token: string): boolean;
}

/** @param encryptionKey 32 bytes, the product's */
export function createRatingLinks(encryptionKey: Uint8Array, publicUrl: string): RatingLinks {
  const hash = createKeyedHash(encryptionKey, 'tidegate ticket rating links');
  return {
    urlOf: ({ id, language }) =>
      `${publicUrl}/customer/tickets/${id}/rating?token=${hash.of(id).toString('base64url')}&lang=${language}`,
    isOf: (ticketId, token) => isUuid(ticketId) && hash.isOf(ticketId, Buffer.from(token, 'base64url')),
  };
}
