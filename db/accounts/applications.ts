import type { Industry, TurnoverRange } from '../../domain/accounts/business.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { type MerchantId, newId, type UserId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import type { AcceptedVersions } from '../../domain/legal/documents.ts';
import { randomToken, tokenHash } from '../core/random-tokens.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { maybeOne } from '../core/sql.ts';
import { fromNow, NOW } from '../core/table.ts';
import { mayTry } from './lockouts.ts';
import { sendAccountMail } from './mails.ts';
import { applicationsTable, usersTable } from './rows.ts';
import type { AccountSecrets } from './secrets.ts';
import { createAccount } from './sign-ups.ts';
import { normalEmail } from './users.ts';

/** The answers of a business that applies for an account instead of signing up (spec §2). */
export interface Application {
  readonly email: string;
  readonly contactHandle: string;
  readonly domain: string;
  readonly industry: Industry;
  readonly turnover: TurnoverRange;
  readonly language: Language;
}

/** How long the link of an application opens. */
export const LINK_DAYS = 7;
const MAILS = { scope: 'mail:first_password', tries: 5, minutes: 60 } as const;

/**
 * Keeps the application and mails a link that sets the first password, once, within seven days. An address that has an
 * account already is mailed just that; the answer is the same (hazard 62).
 */
export function applyForAccount(
  db: Db,
  secrets: AccountSecrets,
  { application, publicUrl }: { readonly application: Application; readonly publicUrl: string },
): Promise<void> {
  const { language } = application;
  const email = normalEmail(application.email);
  return inTransaction(db, async (tx) => {
    const taken = await hasAccount(tx, email);
    const { token } = await createApplication(tx, application);
    const to = (await mayTry(tx, secrets, { ...MAILS, key: email })) ? email : null;
    const url = firstPasswordUrl(publicUrl, token);
    if (!taken) await sendAccountMail(tx, secrets.box, { to, language, kind: 'first_password', values: { url } });
    else await sendAccountMail(tx, secrets.box, { to, language, kind: 'already_registered', values: {} });
  });
}

/**
 * Keeps an application that an operator makes for a business, whose link the operator hands over: it sets the first
 * password and counts as proof of the mail address. Earlier links of the address stop working.
 * @throws DomainError `conflict` when the address has an account
 */
export async function applyByOperator(
  tx: Tx,
  application: Application,
): Promise<{ readonly id: string; readonly token: string }> {
  const email = normalEmail(application.email);
  if (await hasAccount(tx, email)) throw new DomainError('conflict', { message: 'This email address has an account.' });
  await applicationsTable.update(tx, { expiresAt: NOW }, { email, usedAt: null });
  return createApplication(tx, application);
}

/** Where the link of an application leads; the token in the fragment, which no server and no log on the way sees. */
export function firstPasswordUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/auth/first-password#token=${token}`;
}

async function hasAccount(tx: Tx, email: string): Promise<boolean> {
  return (await usersTable.findOne(tx, { email }, { columns: ['id'] })) !== undefined;
}

async function createApplication(
  tx: Tx,
  { email, ...application }: Application,
): Promise<{ readonly id: string; readonly token: string }> {
  const [id, token] = [newId(), randomToken()];
  const expiresAt = fromNow(LINK_DAYS * 86_400);
  const { contactHandle, domain, industry, turnover, language } = application;
  const applied = { contactHandle, domain, industry, turnover, language, expiresAt };
  await applicationsTable.create(tx, { id, tokenHash: tokenHash(token), email: normalEmail(email), ...applied });
  return { id, token };
}

/** Whether a link is still valid, and the address it was sent to. */
export async function applicationState(
  db: Db,
  token: string,
): Promise<{ readonly state: 'valid' | 'used' | 'expired'; readonly email: string | null }> {
  const row = await maybeOne<ApplicationRow>(db, `SELECT ${columns} FROM account_application a WHERE token_hash = $1`, [
    tokenHash(token),
  ]);
  // An unknown link looks like an expired one.
  if (row === undefined || (!row.used && row.over)) return { state: 'expired', email: null };
  return row.used ? { state: 'used', email: null } : { state: 'valid', email: row.email };
}

export interface FirstPassword {
  readonly token: string;
  readonly fullName: string;
  readonly country: string;
  readonly passwordHash: string;
  readonly acceptedVersions: AcceptedVersions;
}

/**
 * Uses the link up and creates the account; the link proves the address.
 * @throws DomainError 422 on `token` for a link that is unknown, used or expired, or whose address has an account
 */
export async function setFirstPassword(
  tx: Tx,
  { token, ...person }: FirstPassword,
): Promise<{ userId: UserId; merchantId: MerchantId }> {
  const row = await maybeOne<ApplicationRow>(
    tx,
    `UPDATE account_application a SET used_at = now()
     WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now() RETURNING ${columns}`,
    [tokenHash(token)],
  );
  const created =
    row &&
    (await createAccount(tx, {
      ...person,
      email: row.email,
      productUpdates: false,
      language: row.language,
      merchant: {
        contactHandle: row.contact_handle,
        industry: row.industry,
        turnover: row.turnover,
        website: `https://${row.domain}/`,
      },
    }));
  if (created === undefined) throw fieldError('token', 'Link expired');
  return created;
}

interface ApplicationRow {
  email: string;
  contact_handle: string;
  domain: string;
  industry: string;
  turnover: string;
  language: Language;
  used: boolean;
  over: boolean;
}

const columns = `a.email, a.contact_handle, a.domain, a.industry, a.turnover, a.language, a.used_at IS NOT NULL AS used,
  a.expires_at <= now() AS over`;
