import type { Role } from '../../domain/accounts/permissions.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { type MerchantId, newId, type UserId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import type { AcceptedVersions } from '../../domain/legal/documents.ts';
import type { Attribution } from '../../domain/partners/attribution.ts';
import type { Company } from '../../domain/state/merchant.ts';
import type { SecretBox } from '../core/secret-box.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { execute, maybeOne } from '../core/sql.ts';
import { applyStep } from '../process/apply.ts';
import { react } from '../process/reactions.ts';
import { merchantProcess } from '../shops/merchant-process.ts';
import { merchantsTable } from '../shops/rows.ts';
import { recordActivity } from './activities.ts';
import type { Client } from './devices.ts';
import { recordAcceptance } from './legal-acceptances.ts';
import { createProfiles } from './merchants.ts';
import { companyNamed } from './moments.ts';
import { hashPassword } from './passwords.ts';
import { usersTable } from './rows.ts';
import type { AccountSecrets } from './secrets.ts';
import { isComplete, normalEmail, type SignedInUser } from './users.ts';
import { askByMail, type CodeTimes, closeQuestion, type Question, wrongCode } from './verification-codes.ts';

/** The input of somebody who signs up. */
export interface SignUp {
  readonly fullName: string;
  readonly email: string;
  readonly country: string;
  readonly password: string;
  readonly productUpdates: boolean;
  readonly language: Language;
  /** Of the legal documents that were shown. A sign-up that a process of the release before began has none. */
  readonly acceptedVersions?: AcceptedVersions;
  /** The partner whose link or code led here. */
  readonly attribution?: Attribution;
}

/**
 * Begins a sign-up. It becomes an account only once the mailbox is verified, so nobody can take an address that is not
 * theirs, or set a password for it. For an address that has an account already all is the same except that the mail
 * says so (hazard 62).
 *
 * @returns the cookie that names this sign-up: only the browser that began it can finish it
 */
export async function beginSignUp(
  db: Db,
  secrets: AccountSecrets,
  signUp: SignUp,
  client: Client,
): Promise<{ readonly handle: string } & CodeTimes> {
  const passwordHash = await hashPassword(signUp.password);
  return inTransaction(db, async (tx) => {
    const email = normalEmail(signUp.email);
    const existing = await usersTable.findOne(tx, { email }, { columns: ['id', 'language'] });
    const { fullName, country, productUpdates, language, acceptedVersions, attribution } = signUp;
    return askByMail(tx, secrets, {
      purpose: 'sign_up',
      email: signUp.email,
      userId: existing?.id ?? null,
      bound: { fullName, country, productUpdates, language, passwordHash, acceptedVersions, attribution },
      language: existing?.language ?? language,
      client,
    });
  });
}

/**
 * Makes the account that an answered sign-up requested. @throws DomainError 422 on `code` when its address is
 * somebody's.
 */
export async function finishSignUp(tx: Tx, question: Question): Promise<NewMerchant> {
  if (question.purpose !== 'sign_up' || question.userId !== null) throw wrongCode();
  await closeQuestion(tx, question);
  const bound = question.bound as unknown as Omit<SignUp, 'email' | 'password'> & { readonly passwordHash: string };
  const created = await createAccount(tx, { ...bound, email: question.email });
  if (created === undefined) throw wrongCode();
  return { ...created, attribution: bound.attribution };
}

interface NewMerchant {
  readonly userId: UserId;
  readonly merchantId: MerchantId;
  readonly attribution: Attribution | undefined;
}

export interface NewAccount extends Omit<SignUp, 'password'> {
  readonly passwordHash: string;
  /** Of the account's person; a partner's has no shop. */
  readonly role?: Role;
  readonly merchant?: {
    readonly contactHandle: string;
    readonly industry: string;
    readonly turnover: string;
    readonly website: string;
  };
}

/** A merchant with its main user, whose mail address was proved. Undefined when the address is somebody's by now. */
export async function createAccount(
  tx: Tx,
  account: NewAccount,
): Promise<{ userId: UserId; merchantId: MerchantId } | undefined> {
  const [merchantId, userId] = [newId<MerchantId>(), newId<UserId>()];
  const { country } = account;
  await merchantsTable.create(tx, { id: merchantId, status: 'email_verified', country, ...account.merchant });
  const created = await execute(
    tx,
    `INSERT INTO app_user (id, merchant_id, email, full_name, password_hash, role, country, language, product_updates,
       email_verified_at, terms_accepted_at)
     VALUES ($1, $2, $3, $4, $5, $9, $6, $7, $8, now(), now()) ON CONFLICT (email) DO NOTHING`,
    [
      userId,
      merchantId,
      normalEmail(account.email),
      account.fullName,
      account.passwordHash,
      account.country,
      account.language,
      account.productUpdates,
      account.role ?? 'admin',
    ],
  );
  if (created === 1) {
    if (account.acceptedVersions !== undefined) await recordAcceptance(tx, userId, account.acceptedVersions);
    return { userId, merchantId };
  }
  await merchantsTable.destroy(tx, { id: merchantId });
  return undefined;
}

/** The mail address of a merchant made without one proved (`new`) is confirmed. */
export async function confirmEmail(
  tx: Tx,
  question: Question,
  nowMs: number,
): Promise<{ userId: UserId; merchantId: MerchantId }> {
  if (question.purpose !== 'verify_email' || question.userId === null) throw wrongCode();
  await closeQuestion(tx, question);
  const row = await maybeOne<{ merchant_id: MerchantId }>(
    tx,
    `UPDATE app_user SET email_verified_at = coalesce(email_verified_at, now())
     WHERE id = $1 AND email = $2 RETURNING merchant_id`,
    [question.userId, question.email],
  );
  if (row === undefined) throw wrongCode();
  const { merchant_id: merchantId } = row;
  const cause = `email:${question.id}`;
  await applyStep(tx, merchantProcess, { id: merchantId, event: { type: 'email_confirmed' }, cause, nowMs });
  return { userId: question.userId, merchantId };
}

interface NamedCompany {
  readonly user: SignedInUser;
  readonly company: Company;
  readonly client: Client;
  readonly nowMs: number;
}

/** A merchant's answers when it applied for the account, for forms that ask the same again. */
export async function companyDraft(
  db: Db,
  merchantId: MerchantId,
): Promise<{ readonly turnover: string | null; readonly website: string | null; readonly industry: string | null }> {
  const columns = ['turnover', 'website', 'industry'] as const;
  const known = await merchantsTable.findOne(db, { id: merchantId }, { columns });
  return known ?? { turnover: null, website: null, industry: null };
}

/**
 * Names the merchant's company, which completes the sign-up: the merchant is active, has a profile for each mode, and
 * its way to production begins.
 * @throws DomainError `conflict` unless the merchant waits for it; `permission_denied` for anyone but an admin
 */
export async function nameCompany(
  tx: Tx,
  box: SecretBox,
  { user, company, client, nowMs }: NamedCompany,
): Promise<SignedInUser> {
  if (user.role !== 'admin') throw new DomainError('permission_denied');
  const { id } = user.merchant;
  if (isComplete(user)) throw new DomainError('conflict');
  // Requested again, it is refused: nothing is remembered of it.
  const step = { id, event: { type: 'company_named', company }, cause: null, nowMs } as const;
  await applyStep(tx, merchantProcess, step);
  const domain = new URL(company.website).hostname.replace(/^www\./, '');
  await createProfiles(tx, box, { merchantId: id, name: company.name, profile: { url: company.website, domain } });
  await react(tx, companyNamed, [{ merchantId: id }]);
  await recordActivity(tx, { merchantId: id, userId: user.id, action: 'company_named', client });
  return {
    ...user,
    activeMode: 'sandbox' satisfies Mode,
    merchant: { ...user.merchant, status: 'active', companyName: company.name },
  };
}
