import { inTransaction } from '../../db/core/sequelize.ts';
import type { StaffMember } from '../../db/staff/people.ts';
import { startStaffSession } from '../../db/staff/sessions.ts';
import { makeStaff } from '../../db/staff/staff.fixture.ts';
import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import type { TestAnswer, TestApi, TestCall } from './server.fixture.ts';

/** A browser of the console: it keeps cookies and sends the console's CSRF header. */
export interface StaffBrowser {
  readonly jar: Map<string, string>;
  (call: TestCall): Promise<TestAnswer>;
}

export async function openStaffBrowser(api: TestApi): Promise<StaffBrowser> {
  const jar = new Map<string, string>();
  const browser = async (requested: TestCall) => {
    const answer = await api.call({
      ...requested,
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': jar.get('__Host-XSRF-STAFF') ?? jar.get('XSRF-STAFF') ?? '',
        ...requested.headers,
      },
    });
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = String(cookie).split(';');
      const at = pair.indexOf('=');
      if (pair.slice(at + 1) === '') jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  };
  await browser({ url: '/staff/auth/csrf-cookie' });
  return Object.assign(browser, { jar });
}

/** A person of the role with 2FA, signed in. */
export async function signInStaff(
  api: TestApi,
  role: StaffRole,
): Promise<{ readonly member: StaffMember; readonly as: StaffBrowser }> {
  const member = await makeStaff(api.db, role);
  const as = await openStaffBrowser(api);
  const cookie = await inTransaction(api.db, (tx) =>
    startStaffSession(tx, {
      staffId: member.id,
      secondFactor: true,
      ip: '127.0.0.1',
      userAgent: 'test',
      replaces: undefined,
    }),
  );
  as.jar.set('tidegate_staff', cookie);
  await as({ url: '/staff/auth/csrf-cookie' });
  return { member, as };
}
