import { type Found, findProgram, type Missing } from './found.ts';

/** Dovecot, an IMAP server (`DOVECOT`, PATH). */
export async function ensureDovecot(): Promise<Found | Missing> {
  return (
    findProgram(['dovecot'], 'DOVECOT') ?? {
      missing: 'dovecot is not installed (Debian: apt-get install dovecot-imapd)',
    }
  );
}
