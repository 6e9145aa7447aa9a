import { generate } from 'otplib';
import { execute } from '../../db/core/sql.ts';
import { expectStatus, type TestBrowser } from './accounts.fixture.ts';
import { lastCode } from './mails.fixture.ts';
import type { TestApi } from './server.fixture.ts';

/**
 * A code of the authenticator. Each opens once, so a test that needs another takes the one of the next step, which a
 * clock that is ahead would show.
 */
export function totp(secret: string, stepsAhead = 0): Promise<string> {
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * stepsAhead });
}

/** Lets the user's authenticator codes of now be used again: half a minute has passed, for a test. */
export async function passTime(api: TestApi, email: string): Promise<void> {
  await execute(api.db, 'UPDATE app_user SET totp_last_step = NULL WHERE email = $1', [email]);
}

/** Turns 2FA on for a signed-in browser. @returns the secret and the recovery codes */
export async function turnTwoFactorOn(
  api: TestApi,
  { browser, email }: { readonly browser: TestBrowser; readonly email: string },
): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  const { secret } = (await expectStatus(200, browser({ url: '/spa/user/2fa/secret' }))).json.data;
  await expectStatus(202, browser({ url: '/spa/user/email-code', body: { purpose: 'two_fa' } }));
  const code = await lastCode(api, email, 'two_fa_code');
  const body = { two_fa_code: await totp(secret), code };
  const enabled = await expectStatus(200, browser({ url: '/spa/user/2fa/enable', body }));
  await passTime(api, email);
  return { secret, recoveryCodes: enabled.json.data.recovery_codes };
}
