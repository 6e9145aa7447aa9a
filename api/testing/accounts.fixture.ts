import { createUserWithHash } from '../../db/accounts/users.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute } from '../../db/core/sql.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import type { Role } from '../../domain/accounts/permissions.ts';
import { newId } from '../../domain/ids.ts';
import { lastCode } from './mails.fixture.ts';
import type { TestAnswer, TestApi, TestCall } from './server.fixture.ts';

/** A browser: it keeps cookies, sends the CSRF header, and has a fingerprint of its own. */
export interface TestBrowser {
  readonly jar: Map<string, string>;
  readonly visitorId: string;
  (call: TestCall): Promise<TestAnswer>;
}

export async function openBrowser(api: TestApi, visitorId: string = newId()): Promise<TestBrowser> {
  const jar = new Map<string, string>();
  const browser = async (requested: TestCall) => {
    const answer = await api.call({
      ...requested,
      headers: {
        cookie: cookiesOf({ jar }),
        'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '',
        'x-visitor-id': visitorId,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
        ...requested.headers,
      },
    });
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = String(cookie).split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  await browser({ url: '/auth/csrf-cookie' });
  return Object.assign(browser, { jar, visitorId });
}

/** The header `cookie` of a browser's calls. */
export function cookiesOf({ jar }: Pick<TestBrowser, 'jar'>): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** A browser in which this person has signed in. */
export async function signInAs(api: TestApi, { email, password }: TestMerchant['user']): Promise<TestBrowser> {
  const browser = await openBrowser(api);
  await expectStatus(200, browser({ url: '/auth/login', body: { email, password } }));
  return browser;
}

/** Somebody else of the merchant's team, with the same password. */
export async function addColleague(
  api: TestApi,
  { merchantId, user }: Pick<TestMerchant, 'merchantId' | 'user'>,
  role: Role,
): Promise<TestMerchant['user']> {
  const email = `${newId()}@quay.example`;
  const colleague = { merchantId, email, fullName: `Ana the ${role}`, role };
  const id = await inTransaction(api.db, (tx) => createUserWithHash(tx, colleague, ''));
  const sql = 'UPDATE app_user SET password_hash = (SELECT password_hash FROM app_user WHERE id = $2) WHERE id = $1';
  await execute(api.db, sql, [id, user.id]);
  return { ...user, id, email };
}

export const GOOD_PASSWORD = 'Harbour-lights-7';

export function registration(email: string, changes: Record<string, unknown> = {}) {
  return {
    full_name: 'Nora Quay',
    email,
    country: 'DE',
    password: GOOD_PASSWORD,
    password_confirmation: GOOD_PASSWORD,
    privacy_accepted: true,
    aml_accepted: true,
    ...changes,
  };
}

export const COMPANY = {
  company_name: 'Quay & Sons',
  turnover: '30k_to_100k',
  website: 'quay.example',
  confirmed: true,
};

/** Signs a new merchant up, up to the company. */
export async function signUp(
  api: TestApi,
  email = `${newId()}@quay.example`,
): Promise<{ readonly browser: TestBrowser; readonly email: string }> {
  const browser = await openBrowser(api);
  await expectStatus(202, browser({ url: '/auth/register', body: registration(email) }));
  const code = await lastCode(api, email, 'sign_up_code');
  await expectStatus(200, browser({ url: '/auth/verify-email', body: { code } }));
  await expectStatus(200, browser({ url: '/auth/company', body: COMPANY }));
  return { browser, email };
}

export async function expectStatus(status: number, answer: Promise<TestAnswer>): Promise<TestAnswer> {
  const got = await answer;
  if (got.status !== status) throw new Error(`${status} was expected and ${got.status} came: ${got.text}`);
  return got;
}
