import { generateSecret, generateURI } from 'otplib';
import { TWO_FA_CODE_REQUIRED } from '../../domain/accounts/account-rules.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import type { UserId } from '../../domain/ids.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { recordActivity } from './activities.ts';
import { type Client, isKnownBrowser } from './devices.ts';
import { forgetTries, takeTry } from './lockouts.ts';
import { sendAccountMail } from './mails.ts';
import { ISSUER, newRecoveryCodes, plainRecoveryCode, timeStepOf, wrongTwoFactor } from './one-time-codes.ts';
import { originOf } from './origins.ts';
import { recoveryCodesTable, usersTable } from './rows.ts';
import type { AccountSecrets } from './secrets.ts';
import type { SignedInUser } from './users.ts';

/** Confirms the person besides the password: a code of the authenticator, or a recovery code instead. */
export interface SecondFactor {
  readonly two_fa_code?: string | undefined;
  readonly recovery_code?: string | undefined;
}

const TRIES = { scope: 'two_fa', tries: 5, minutes: 15 } as const;

/**
 * A new secret (RFC 6238, SHA-1, six digits, 30 seconds) for the user's authenticator. It opens nothing until
 * {@link enableTwoFactor} has seen a code of it. @throws DomainError `two_fa_enabled`
 */
export async function newTwoFactorSecret(
  tx: Tx,
  secrets: AccountSecrets,
  user: SignedInUser,
): Promise<{ readonly secret: string; readonly url: string }> {
  const secret = generateSecret();
  const pending = { totpPendingSealed: secrets.box.seal(secret, contextOf(user.id)) };
  const stored = await usersTable.update(tx, pending, { id: user.id, totpEnabledAt: null });
  if (stored === 0) throw new DomainError('two_fa_enabled');
  return { secret, url: generateURI({ issuer: ISSUER, label: user.email, secret }) };
}

/**
 * Turns 2FA on. @returns the recovery codes, in the clear this once
 * @throws DomainError 422 on `two_fa_code` unless it is one of the new secret's; `two_fa_enabled`
 */
export async function enableTwoFactor(
  tx: Tx,
  secrets: AccountSecrets,
  { userId, code }: { readonly userId: UserId; readonly code: string },
): Promise<string[]> {
  const row = await usersTable.findOne(tx, { id: userId }, { lock: tx.LOCK.UPDATE });
  if (row === undefined || row.totpEnabledAt !== null) throw new DomainError('two_fa_enabled');
  const sealed = row.totpPendingSealed;
  const step = sealed === null ? undefined : await timeStepOf(secrets.box.open(sealed, contextOf(userId)), code);
  if (step === undefined) throw wrongTwoFactor('two_fa_code');
  const enabled = { totpSecretSealed: sealed, totpPendingSealed: null, totpEnabledAt: NOW, totpLastStep: BigInt(step) };
  await usersTable.update(tx, enabled, { id: userId });
  return renewRecoveryCodes(tx, secrets, userId);
}

/**
 * Turns 2FA off and forgets its secret and recovery codes. Also what an admin does for a colleague who lost the device.
 */
export async function disableTwoFactor(tx: Tx, userId: UserId): Promise<void> {
  const nothing = { totpSecretSealed: null, totpPendingSealed: null, totpEnabledAt: null, totpLastStep: null };
  await usersTable.update(tx, nothing, { id: userId });
  await recoveryCodesTable.destroy(tx, { userId });
}

/** How a user proves the second factor, and from where. */
export interface Proof {
  readonly user: SignedInUser;
  readonly factor: SecondFactor;
  readonly client: Client;
}

/**
 * Passes a user without 2FA, and one with it whose code is right; the code is used up by that, also when the same one
 * comes twice at once (hazard 64). Five tries within a quarter of an hour.
 *
 * @throws DomainError 422 on `two_fa_code` when none is given, and on the field that is wrong; `rate_limited`
 */
export async function checkSecondFactor(db: Db, secrets: AccountSecrets, proof: Proof): Promise<void> {
  const { user, factor, client } = proof;
  if (!user.twoFactorEnabled) return;
  const { two_fa_code, recovery_code } = factor;
  if (two_fa_code === undefined && recovery_code === undefined) throw fieldError('two_fa_code', TWO_FA_CODE_REQUIRED);
  const known = (await isKnownBrowser(db, user.email, client)) ? `known:${client.deviceCookie}` : '';
  const tries = { ...TRIES, key: `${user.id}\n${known}` };
  await takeTry(db, secrets, tries);
  if (two_fa_code !== undefined) await useTotp(db, secrets, { userId: user.id, code: two_fa_code });
  else if (recovery_code !== undefined) await useRecoveryCode(db, secrets, { ...proof, code: recovery_code });
  await forgetTries(db, secrets, tries);
}

/**
 * The same for what nobody may do without 2FA (spec §5).
 * @throws DomainError `two_fa_not_enabled`, and what {@link checkSecondFactor} throws
 */
export async function requireSecondFactor(db: Db, secrets: AccountSecrets, proof: Proof): Promise<void> {
  if (!proof.user.twoFactorEnabled) throw new DomainError('two_fa_not_enabled');
  await checkSecondFactor(db, secrets, proof);
}

async function useTotp(
  db: Db,
  secrets: AccountSecrets,
  { userId, code }: { userId: UserId; code: string },
): Promise<void> {
  const row = await usersTable.findOne(db, { id: userId }, { columns: ['totpSecretSealed'] });
  const sealed = row?.totpSecretSealed ?? undefined;
  const step = sealed === undefined ? undefined : await timeStepOf(secrets.box.open(sealed, contextOf(userId)), code);
  // The database decides which of two equal codes came first.
  const sql = `UPDATE app_user SET totp_last_step = $2
    WHERE id = $1 AND totp_enabled_at IS NOT NULL AND coalesce(totp_last_step, -1) < $2`;
  if (step === undefined || (await execute(db, sql, [userId, step])) === 0) throw wrongTwoFactor('two_fa_code');
}

async function useRecoveryCode(
  db: Db,
  secrets: AccountSecrets,
  { user, client, code }: Proof & { readonly code: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const unused = { userId: user.id, codeHash: recoveryHash(secrets, user.id, code), usedAt: null };
    const used = await recoveryCodesTable.update(tx, { usedAt: NOW }, unused);
    if (used === 0) throw wrongTwoFactor('recovery_code');
    await recordActivity(tx, { merchantId: user.merchant.id, userId: user.id, action: 'recovery_code_used', client });
    const { email: to, language } = user;
    await sendAccountMail(tx, secrets.box, { to, language, kind: 'recovery_code_used', values: originOf(client) });
  });
}

async function renewRecoveryCodes(tx: Tx, secrets: AccountSecrets, userId: UserId): Promise<string[]> {
  const codes = newRecoveryCodes();
  await recoveryCodesTable.destroy(tx, { userId });
  await execute(tx, 'INSERT INTO recovery_code (user_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    userId,
    codes.map((code) => recoveryHash(secrets, userId, code)),
  ]);
  return codes;
}

function recoveryHash(secrets: AccountSecrets, userId: UserId, code: string): Buffer {
  return secrets.hash(`recovery:${userId}`, plainRecoveryCode(code));
}

function contextOf(userId: UserId): string {
  return `user:${userId}:totp`;
}
