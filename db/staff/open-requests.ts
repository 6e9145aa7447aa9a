import { DomainError } from '../../domain/errors.ts';

/** A request of one person that another one has to confirm. */
export interface OpenRequest {
  readonly id: string;
  /** The name of who requested it. */
  readonly by: string;
  readonly at: Date;
  /** The person was blocked since: nobody can confirm the request, and a new one takes its place. */
  readonly isBlocked: boolean;
}

export interface Confirming {
  readonly open: OpenRequest | null;
  /** The request that the person saw and confirms; undefined: they request it themselves. */
  readonly requestId: string | undefined;
  /** Missing conditions of the open request beside this person, in words; null: none. */
  readonly missing: string | null;
}

/**
 * Nobody confirms what they have not seen: a confirmation names the request, and a second request is refused while one
 * is open.
 * @returns true when the person confirms the open request, false when they make one
 * @throws DomainError `conflict` in words
 */
export function isConfirmed({ open, requestId, missing }: Confirming): boolean {
  if (requestId === undefined) {
    if (open === null || open.isBlocked) return false;
    const since = `${open.by} requested this on ${open.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    const message = missing === null ? `${since}. Confirm that request instead.` : `${since}: ${missing}`;
    throw new DomainError('conflict', { message });
  }
  if (open?.id !== requestId) {
    throw new DomainError('conflict', { message: 'The request is no longer open. Review what is open now.' });
  }
  if (open.isBlocked) {
    throw new DomainError('conflict', {
      message: `${open.by} is blocked. Request this again; another person confirms.`,
    });
  }
  if (missing !== null) throw new DomainError('conflict', { message: missing });
  return true;
}
