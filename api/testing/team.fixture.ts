import type { Role } from '../../domain/accounts/permissions.ts';
import { newId } from '../../domain/ids.ts';
import { expectStatus, GOOD_PASSWORD, openBrowser, signUp, type TestBrowser } from './accounts.fixture.ts';
import { mailsTo } from './mails.fixture.ts';
import type { TestApi } from './server.fixture.ts';

export interface TestPerson {
  readonly browser: TestBrowser;
  readonly email: string;
  readonly id: string;
}

/** A new merchant's first admin. */
export async function makeAdmin(api: TestApi): Promise<TestPerson> {
  const signedUp = await signUp(api);
  return { ...signedUp, id: await idOf(signedUp.browser) };
}

/** Somebody whom the admin invited and who has joined the team. `proof` is the 2FA code of an admin with 2FA on. */
export async function makeColleague(
  api: TestApi,
  admin: TestPerson,
  role: Role,
  proof: { readonly two_fa_code?: string } = {},
): Promise<TestPerson> {
  const email = `${newId()}@quay.example`;
  const body = { full_name: `Colleague ${role}`, email, role, ...proof };
  await expectStatus(201, admin.browser({ url: '/spa/invitations', body }));
  const browser = await openBrowser(api);
  await expectStatus(
    200,
    browser({ url: '/auth/first-password/by-invitation', body: joining(await linkTo(api, email)) }),
  );
  return { browser, email, id: await idOf(browser) };
}

/** The token of the newest invitation that was mailed to the address. */
export async function linkTo(api: TestApi, email: string): Promise<string> {
  const mail = (await mailsTo(api, email)).findLast(({ kind }) => kind === 'team_invited');
  if (mail?.kind !== 'team_invited') throw new Error(`Nobody invited ${email}.`);
  return mail.values.url.split('#token=')[1] ?? '';
}

/** The body that somebody sends who uses a link. */
export function joining(token: string, changes: Record<string, unknown> = {}) {
  return {
    token,
    full_name: 'Ana Pier',
    password: GOOD_PASSWORD,
    password_confirmation: GOOD_PASSWORD,
    privacy_accepted: true,
    aml_accepted: true,
    ...changes,
  };
}

async function idOf(browser: TestBrowser): Promise<string> {
  return (await expectStatus(200, browser({ url: '/spa/user' }))).json.data.id;
}
