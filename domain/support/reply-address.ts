import { base32nopad } from '@scure/base';

/** A ticket and the proof in the address to which its customer replies. */
export interface ReplyAddress {
  readonly reference: string;
  /** Lower case: some programs write addresses so. */
  readonly proof: string;
}

/**
 * The address to which the customer of a ticket replies: the support mailbox with the reference and a proof after the
 * `+` (RFC 5233 "subaddress").
 */
export function replyAddress(mailbox: string, { reference, proof }: ReplyAddress): string {
  const at = mailbox.lastIndexOf('@');
  return `${mailbox.slice(0, at)}+${reference.toLowerCase()}.${proof}${mailbox.slice(at)}`;
}

/** Reads it back; undefined for any other address, of whatever length. */
export function readReplyAddress(mailbox: string, address: string): ReplyAddress | undefined {
  const at = mailbox.lastIndexOf('@');
  const [head, tail] = [`${mailbox.slice(0, at)}+`.toLowerCase(), mailbox.slice(at).toLowerCase()];
  const given = address.toLowerCase();
  if (given.length > 254 || !given.startsWith(head) || !given.endsWith(tail)) return undefined;
  const [, reference = '', proof = ''] = DETAIL.exec(given.slice(head.length, -tail.length)) ?? [];
  return reference === '' ? undefined : { reference: reference.toUpperCase(), proof };
}

/** How many letters of a proof are used: 100 bits. */
export const PROOF_LETTERS = 20;

const DETAIL = /^(tg?-[2-9a-z]{8})\.([a-z2-7]{20})$/;

/** Letters that survive programs that change the case of addresses (RFC 4648 §6). */
export function asLetters(bytes: Uint8Array): string {
  return base32nopad.encode(bytes).toLowerCase();
}
