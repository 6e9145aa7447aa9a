import { generateSecret, generateURI } from 'otplib';
import { TWO_FA_CODE_REQUIRED } from '../../domain/accounts/account-rules.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import type { StaffId } from '../../domain/ids.ts';
import { forgetTries, takeTry } from '../accounts/lockouts.ts';
import { ISSUER, newRecoveryCodes, plainRecoveryCode, timeStepOf, wrongTwoFactor } from '../accounts/one-time-codes.ts';
import type { AccountSecrets } from '../accounts/secrets.ts';
import type { SecondFactor } from '../accounts/two-factor.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import type { StaffMember } from './people.ts';
import { staffRecoveryCodesTable, staffTable } from './rows.ts';

/** A new secret for the authenticator of a person who has none yet. @throws DomainError `two_fa_enabled` */
export async function newStaffSecret(
  tx: Tx,
  { box }: AccountSecrets,
  { id, email }: StaffMember,
): Promise<{ readonly secret: string; readonly url: string }> {
  const secret = generateSecret();
  const pending = { totpPendingSealed: box.seal(secret, totpContextOf(id)) };
  const stored = await staffTable.update(tx, pending, { id, totpEnabledAt: null });
  if (stored === 0) throw new DomainError('two_fa_enabled');
  return { secret, url: generateURI({ issuer: `${ISSUER} compliance`, label: email, secret }) };
}

/**
 * Turns the second factor on. @returns the recovery codes, in the clear this once
 * @throws DomainError 422 on `two_fa_code`; `two_fa_enabled`
 */
export async function enableStaffTwoFactor(
  tx: Tx,
  secrets: AccountSecrets,
  { staffId, code }: { readonly staffId: StaffId; readonly code: string },
): Promise<string[]> {
  const row = await staffTable.findOne(tx, { id: staffId }, { lock: tx.LOCK.UPDATE });
  if (row === undefined || row.totpEnabledAt !== null) throw new DomainError('two_fa_enabled');
  const sealed = row.totpPendingSealed;
  const step = sealed === null ? undefined : await timeStepOf(secrets.box.open(sealed, totpContextOf(staffId)), code);
  if (step === undefined) throw wrongTwoFactor('two_fa_code');
  const enabled = { totpSecretSealed: sealed, totpPendingSealed: null, totpEnabledAt: NOW, totpLastStep: BigInt(step) };
  await staffTable.update(tx, enabled, { id: staffId });
  const codes = newRecoveryCodes();
  await execute(tx, 'INSERT INTO staff_recovery_code (staff_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    staffId,
    codes.map((each) => recoveryHash(secrets, staffId, each)),
  ]);
  return codes;
}

/**
 * Passes a person whose code is right and uses the code up, also when the same one comes twice at once (hazard 64).
 * Five tries within a quarter of an hour, for strangers together and for each browser that is known.
 * @throws DomainError 422 on `two_fa_code` when none is given, and on the field that is wrong; `rate_limited`
 */
export async function checkStaffSecondFactor(
  db: Db,
  secrets: AccountSecrets,
  {
    member,
    factor,
    bucket,
  }: {
    readonly member: StaffMember;
    readonly factor: SecondFactor;
    /** Empty for strangers; what names a browser that the person signed in with before. */
    readonly bucket: string;
  },
): Promise<void> {
  const { two_fa_code: code, recovery_code: recovery } = factor;
  if (code === undefined && recovery === undefined) throw fieldError('two_fa_code', TWO_FA_CODE_REQUIRED);
  const tries = { scope: 'staff:two_fa', key: `${member.id}\n${bucket}`, tries: 5, minutes: 15 };
  await takeTry(db, secrets, tries);
  if (code !== undefined) await useCode(db, secrets, member.id, code);
  else if (recovery !== undefined) await useRecoveryCode(db, secrets, member.id, recovery);
  await forgetTries(db, secrets, tries);
}

async function useCode(db: Db, { box }: AccountSecrets, id: StaffId, code: string): Promise<void> {
  const row = await staffTable.findOne(db, { id }, { columns: ['totpSecretSealed'] });
  const sealed = row?.totpSecretSealed ?? undefined;
  const step = sealed === undefined ? undefined : await timeStepOf(box.open(sealed, totpContextOf(id)), code);
  const sql = `UPDATE staff_user SET totp_last_step = $2
    WHERE id = $1 AND totp_enabled_at IS NOT NULL AND coalesce(totp_last_step, -1) < $2`;
  if (step === undefined || (await execute(db, sql, [id, step])) === 0) throw wrongTwoFactor('two_fa_code');
}

async function useRecoveryCode(db: Db, secrets: AccountSecrets, id: StaffId, code: string): Promise<void> {
  const unused = { staffId: id, codeHash: recoveryHash(secrets, id, code), usedAt: null };
  const used = await staffRecoveryCodesTable.update(db, { usedAt: NOW }, unused);
  if (used === 0) throw wrongTwoFactor('recovery_code');
}

function recoveryHash(secrets: AccountSecrets, id: StaffId, code: string): Buffer {
  return secrets.hash(`staff recovery:${id}`, plainRecoveryCode(code));
}

/** The owner of a sealed secret of an authenticator. */
export function totpContextOf(id: StaffId): string {
  return `staff:${id}:totp`;
}
