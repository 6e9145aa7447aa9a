import { randomBytes } from 'node:crypto';
import { verify } from 'otplib';
import { WRONG_TWO_FA_CODE } from '../../domain/accounts/account-rules.ts';
import { type DomainError, fieldError } from '../../domain/errors.ts';

/** The issuer's name in an authenticator. */
export const ISSUER = 'Tidegate';

const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';

/**
 * The time step of a code that is right now or was in the step before or is in the next one; undefined for any other.
 */
export async function timeStepOf(secret: string, code: string): Promise<number | undefined> {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const result = await verify({ secret, token, epochTolerance: 30 });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

/** Codes that replace a lost authenticator, to be shown once: two groups of five, 49 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
}

/** A recovery code as it is hashed: however it was typed. */
export function plainRecoveryCode(code: string): string {
  return code.toLowerCase().replaceAll(/[^0-9a-z]/g, '');
}

/** The refusal of a wrong code, whatever was wrong with it. */
export function wrongTwoFactor(field: 'two_fa_code' | 'recovery_code'): DomainError {
  return fieldError(field, WRONG_TWO_FA_CODE);
}

function newRecoveryCode(): string {
  // 248 is a multiple of 31: bytes from there on would favour some letters.
  const letters: string[] = [];
  while (letters.length < 10) {
    for (const byte of randomBytes(16)) {
      if (byte < 248 && letters.length < 10) letters.push(LETTERS[byte % LETTERS.length] ?? '');
    }
  }
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}
