import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../../domain/errors.ts';
import type { ServerDeps } from '../deps.ts';

/**
 * Makes and checks CSRF tokens: double submit, signed for one session, so that a token of another session is worth
 * nothing.
 */
export interface Csrf {
  /** A token for the session with this cookie, or for a browser that is not signed in. */
  issue(session: string | undefined): string;
  /** @throws DomainError `csrf_mismatch` unless cookie and header agree and were issued for this session */
  check(tokens: { cookie: string | undefined; header: string | undefined; session: string | undefined }): void;
}

/** @param realm tokens of one realm are worth nothing in another */
export function createCsrf({ config, randomBytes }: Pick<ServerDeps, 'config' | 'randomBytes'>, realm: string): Csrf {
  const key = Buffer.from(hkdfSync('sha256', config.encryptionKey, '', realm, 32));
  const sign = (nonce: string, session: string | undefined) =>
    createHmac('sha256', key)
      .update(`${nonce}.${session ?? ''}`)
      .digest('base64url');
  return {
    issue(session) {
      const nonce = randomBytes(16).toString('base64url');
      return `${nonce}.${sign(nonce, session)}`;
    },
    check({ cookie, header, session }) {
      const [nonce = '', signature = ''] = (header ?? '').split('.');
      if (cookie === undefined || cookie !== header || !same(signature, sign(nonce, session))) {
        throw new DomainError('csrf_mismatch');
      }
    },
  };
}

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
