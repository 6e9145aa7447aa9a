import { mkdirSync } from 'node:fs';
import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { startTestApi, type TestApi } from '../../api/testing/server.fixture.ts';
import { createAccountSecrets } from '../../db/accounts/secrets.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute } from '../../db/core/sql.ts';
import { addStaff } from '../../db/staff/people.ts';
import { totpContextOf } from '../../db/staff/two-factor.ts';
import { quickHash, testEncryptionKey } from '../../db/testing.fixture.ts';
import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import { newId } from '../../domain/ids.ts';
import {
  expectAccessibleLook,
  expectNoSidewaysScroll,
  expectWordsInside,
  showAt,
} from '../../scripts/testing/browser.ts';
import { sharedServer } from '../../scripts/testing/shared-servers.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { isRefusal, TIDY, untidyOf } from '../testing/screens.fixture.ts';

export const PASSWORD = 'Lighthouse-keeper-7';
export const PATIENCE_MS = 240_000;
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
/** Where pictures go when somebody wants to look; nowhere else are they made. */
const SHEETS = process.env.TIDEGATE_CONTACT_SHEETS;
/** The narrowest phone, a usual one, the narrowest of the wide layouts, a desk. */
const WIDTHS = [320, 376, 850, 1441];

/** The console over a real API and database, for a test file, and people of staff who use it. */
export function withConsole() {
  let api: TestApi;
  let origin: string;
  beforeAll(async () => {
    const { dist } = await sharedServer<{ dist: string }>('/back-office');
    api = await startTestApi({ deps: { frontEnds: { admin: dist } } });
    origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
  }, PATIENCE_MS);
  afterAll(async () => {
    await api?.close();
  });
  const open = withDesk();

  return {
    get api() {
      return api;
    },
    get origin() {
      return origin;
    },
    /** A browser in which nobody is signed in. */
    open: () => open({ origin, signedIn: false }),
    /** Signs somebody of the role in on the page that asks for it. */
    async signIn(page: Page, role: StaffRole, fullName: string) {
      await signIn(page, await addPerson(api, role, fullName));
    },
    /** A signed-in staff member. On leaving, the browser must have reported no problems except refusals. */
    async deskOf(role: StaffRole, fullName: string) {
      const { page, complaints } = await open({ origin, signedIn: false });
      await page.goto(`${origin}/compliance`);
      await signIn(page, await addPerson(api, role, fullName));
      await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
      const leave = async () => {
        expect(complaints.filter((text) => !isRefusal(text))).toEqual([]);
        await page.context().close();
      };
      return { page, leave };
    },
  };
}

/** Somebody of the role, with a password and an authenticator; the email address. */
async function addPerson(api: TestApi, role: StaffRole, fullName: string): Promise<string> {
  const email = `${newId()}@staff.test`;
  const { box } = createAccountSecrets(testEncryptionKey);
  const passwordHash = await quickHash(PASSWORD);
  await inTransaction(api.db, async (tx) => {
    const id = await addStaff(tx, { email, fullName, role });
    const sealed = box.seal(SECRET, totpContextOf(id));
    await execute(
      tx,
      'UPDATE staff_user SET password_hash = $2, totp_secret_sealed = $3, totp_enabled_at = now() WHERE id = $1',
      [id, passwordHash, sealed],
    );
  });
  return email;
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('2FA code').fill(await generate({ secret: SECRET }));
}

/**
 * The screen in both schemes, from phone to desk: axe, no sideways scrolling, no word cut off or as machines write it,
 * and a picture where one is wanted. The screen is wide afterwards.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  for (const width of WIDTHS) {
    await showAt(page, width);
    await expectNoSidewaysScroll(page, `${name} at ${width}`);
    await expectWordsInside(page, `${name} at ${width}`);
    expect(await untidyOf(page), `${name} at ${width}`).toEqual(TIDY);
    if (width === 320) continue;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      if (width !== 850) await expectAccessibleLook(page, name, { width, colorScheme });
      if (SHEETS === undefined) continue;
      mkdirSync(SHEETS, { recursive: true });
      await page.screenshot({ path: `${SHEETS}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
}
