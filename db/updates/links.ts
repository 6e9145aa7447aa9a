import { isUuid } from '../../domain/ids.ts';
import { CONFIRM_DAYS } from '../../domain/updates/update.ts';
import { createKeyedHash } from '../core/keyed-hash.ts';
import type { UpdateSource } from './rows.ts';

/** Makes and reads the links of mails about product updates. They need no table: a key vouches for them. */
export interface UpdateLinks {
  confirmUrl(subscriber: { readonly id: string; readonly requestedAt: Date }): string;
  /** Undefined for what is no link of ours, or is over. */
  readConfirm(token: string, nowMs: number): { readonly id: string; readonly requestedAtMs: number } | undefined;
  /** Opens for ever: a reader who gets a mail can always stop the next one. */
  unsubscribeUrl(reader: UpdateReader): string;
  readUnsubscribe(token: string): UpdateReader | undefined;
}

/** The recipients of updates, by their consent. */
export interface UpdateReader {
  readonly source: UpdateSource;
  readonly id: string;
}

/** @param encryptionKey 32 bytes, the product's */
export function createUpdateLinks(encryptionKey: Uint8Array, publicUrl: string): UpdateLinks {
  const hash = createKeyedHash(encryptionKey, 'tidegate update links');
  const tokenOf = (...parts: readonly string[]) =>
    [...parts, hash.of(JSON.stringify(parts)).toString('base64url')].join('.');
  const partsOf = (token: string) => {
    const parts = token.split('.');
    const given = Buffer.from(parts.pop() ?? '', 'base64url');
    return hash.isOf(JSON.stringify(parts), given) ? parts : [];
  };
  return {
    confirmUrl: ({ id, requestedAt }) =>
      `${publicUrl}/newsletter/confirm?token=${tokenOf('confirm', id, requestedAt.getTime().toString(36))}`,
    readConfirm(token, nowMs) {
      const [use, id = '', at = ''] = partsOf(token);
      const requestedAtMs = Number.parseInt(at, 36);
      const isOver = !(requestedAtMs + CONFIRM_DAYS * 86_400_000 > nowMs);
      return use === 'confirm' && isUuid(id) && !isOver ? { id, requestedAtMs } : undefined;
    },
    unsubscribeUrl: ({ source, id }) => `${publicUrl}/newsletter/unsubscribe?token=${tokenOf('stop', source, id)}`,
    readUnsubscribe(token) {
      const [use, source, id = ''] = partsOf(token);
      const isReader = source === 'subscriber' || source === 'user';
      return use === 'stop' && isReader && isUuid(id) ? { source, id } : undefined;
    },
  };
}
