import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute } from '../../db/core/sql.ts';
import { createShopKey } from '../../db/greenfield/keys.ts';
import { createApiToken } from '../../db/shops/api-tokens.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import { ROLES, type Role, TOKEN_PERMISSIONS } from '../../domain/accounts/permissions.ts';
import { STAFF_ROLE_WORDS, STAFF_ROLES } from '../../domain/accounts/staff-permissions.ts';
import { ROLE_NAMES } from '../../domain/accounts/team.ts';
import { ALL_GREENFIELD_PERMISSIONS, allows, isGreenfieldPermission } from '../../domain/greenfield/permissions.ts';
import { newId } from '../../domain/ids.ts';
import type { RouteEntry } from '../plugins/route-table.ts';
import { addColleague, openBrowser } from '../testing/accounts.fixture.ts';
import { startTestApi, type TestAnswer, type TestApi, type TestCall } from '../testing/server.fixture.ts';
import { openStaffBrowser, signInStaff } from '../testing/staff.fixture.ts';

/** The status of a call that the guard lets in: the server's routes are stubs, so only the guard decides. */
const LET_IN = 299;

/** A row of docs/permissions.md. */
interface Row {
  readonly needs: string;
  readonly roles: Readonly<Record<Role, boolean>>;
  readonly tokens: string;
  readonly staff: string;
}

interface Caller {
  readonly name: string;
  readonly call: (call: TestCall) => Promise<TestAnswer>;
  /** The answer that the row says. */
  readonly expected: (row: Row) => number;
}

let api: TestApi;
let callers: Caller[];
const rows = readRows();

beforeAll(async () => {
  api = await startTestApi({
    env: { RATE_LIMIT_CUSTOMER_PER_MINUTE: '1000000', RATE_LIMIT_API_PER_MINUTE: '1000000' },
    deps: {
      prepare: async (app) => {
        // After the guard and before anything is read or done. `/auth` has to work, to sign the callers in.
        app.addHook('preParsing', async (request, reply) => {
          if (request.headers['x-matrix'] !== undefined) return reply.code(LET_IN).send(Buffer.from('let in'));
        });
      },
    },
  });
  const merchant = await api.merchant();
  callers = [
    ...(await userCallers(merchant)),
    ...(await tokenCallers(merchant)),
    ...(await shopKeyCallers(merchant)),
    ...(await staffCallers()),
    await nobody(),
  ];
});
afterAll(() => api.close());

describe('docs/permissions.md', () => {
  test('has a row for each call, and none for calls that are gone', () => {
    expect([...rows.keys()].sort()).toEqual(callsOf(api).map(nameOf).sort());
    expect(rows.size).toBeGreaterThan(100);
  });

  test('hazard 57: each call lets in whom its row names, and nobody else', async () => {
    const wrong: string[] = [];
    for (const route of callsOf(api)) {
      const row = rows.get(nameOf(route));
      if (row === undefined) continue;
      for (const { name, call, expected } of callers) {
        const answer = await call(matrixCall(route));
        if (answer.status === expected(row)) continue;
        wrong.push(`${nameOf(route)} as ${name}: ${answer.status}, and its row says ${expected(row)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('every call that changes something refuses a browser without the CSRF token of its session', async () => {
    const wrong: string[] = [];
    const names = ['Admin', 'staff mlro', 'nobody'];
    for (const route of callsOf(api)) {
      const row = rows.get(nameOf(route));
      const isSafe = route.methods.includes('GET');
      if (row === undefined || isSafe || route.access.by === 'token' || route.access.by === 'shop_key') continue;
      // A payer has nothing to forge: anyone with the id of an invoice may do it.
      if (route.access.by === 'anyone' && route.access.csrf === undefined) continue;
      for (const { name, call, expected } of callers) {
        if (!names.includes(name) || expected(row) !== LET_IN) continue;
        for (const token of ['', 'forged.token']) {
          const { url, method, headers } = matrixCall(route);
          const answer = await call({
            url,
            ...(method ? { method } : {}),
            headers: { ...headers, 'x-xsrf-token': token },
          });
          if (answer.status !== 419) wrong.push(`${nameOf(route)} as ${name}: ${answer.status}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

async function userCallers(merchant: TestMerchant): Promise<Caller[]> {
  const signedIn = async (role: Role) => {
    if (role === 'admin') return api.signIn(merchant);
    return api.signIn({ ...merchant, user: await addColleague(api, merchant, role) });
  };
  const needsUser = ({ needs }: Row) => needs === 'sign-in' || needs.startsWith('`merchant_');
  const unfinished = await api.merchant();
  await execute(api.db, `UPDATE merchant SET status = 'email_verified', company_name = NULL WHERE id = $1`, [
    unfinished.merchantId,
  ]);
  const list: Caller[] = [
    {
      name: 'an admin who has not named the company',
      call: await api.signIn(unfinished),
      expected: (row) => open(row, 'merchant') ?? (needsUser(row) ? (row.needs === 'sign-in' ? LET_IN : 403) : 401),
    },
  ];
  for (const role of ROLES) {
    list.push({
      name: ROLE_NAMES[role],
      call: await signedIn(role),
      expected: (row) => open(row, 'merchant') ?? (row.roles[role] ? LET_IN : needsUser(row) ? 403 : 401),
    });
  }
  return list;
}

/** A token for each permission, with that one alone, and one without any. */
async function tokenCallers({ profileId }: TestMerchant): Promise<Caller[]> {
  const list: Caller[] = [];
  for (const permission of [...TOKEN_PERMISSIONS, null]) {
    const permissions = permission === null ? [] : [permission];
    const token = await inTransaction(api.db, (tx) =>
      createApiToken(tx, { profileId, mode: 'sandbox', name: permission ?? 'none', permissions, createdBy: null }),
    );
    list.push({
      name: `a token with ${permission ?? 'no permission'}`,
      call: (call) => api.call({ ...call, as: token }),
      expected: (row) => {
        if (row.needs !== 'token') return open(row, null) ?? 401;
        return row.tokens === 'any' || row.tokens.includes(`\`${permission}\``) ? LET_IN : 403;
      },
    });
  }
  return list;
}

/** A Greenfield key for each permission, with that one alone; it asks for its own store. */
async function shopKeyCallers({ profileId }: TestMerchant): Promise<Caller[]> {
  const list: Caller[] = [];
  for (const permission of ALL_GREENFIELD_PERMISSIONS) {
    const { key } = await inTransaction(api.db, (tx) =>
      createShopKey(tx, { profileId, label: permission, permissions: [permission], createdBy: null }),
    );
    list.push({
      name: `a Greenfield key with ${permission}`,
      call: ({ url, headers, ...call }) =>
        api.call({
          ...call,
          url: url.replace(/\/stores\/[^/]+/, `/stores/${profileId}`),
          headers: { ...headers, authorization: `token ${key}` },
        }),
      expected: (row) => {
        if (!row.needs.startsWith('Greenfield key')) return open(row, null) ?? 401;
        const needed = row.needs.split('`')[1];
        if (needed === undefined) return LET_IN;
        return isGreenfieldPermission(needed) && allows([permission], needed) ? LET_IN : 403;
      },
    });
  }
  return list;
}

async function staffCallers(): Promise<Caller[]> {
  const list: Caller[] = [];
  for (const role of STAFF_ROLES) {
    const { as } = await signInStaff(api, role);
    const isNamed = ({ staff }: Row) => staff === 'all' || staff.split(', ').includes(STAFF_ROLE_WORDS[role]);
    list.push({
      name: `staff ${role}`,
      call: as,
      expected: (row) => open(row, 'staff') ?? (row.staff === '–' ? 401 : isNamed(row) ? LET_IN : 403),
    });
  }
  return list;
}

async function nobody(): Promise<Caller> {
  const [browser, console] = [await openBrowser(api), await openStaffBrowser(api)];
  return {
    name: 'nobody',
    call: (call) => (call.url.startsWith('/staff/') ? console(call) : browser(call)),
    expected: (row) => (open(row, 'merchant') === LET_IN || open(row, 'staff') === LET_IN ? LET_IN : 401),
  };
}

/**
 * The answer of a call that is open to anyone, to a caller with CSRF tokens of that kind; undefined for all other
 * calls.
 */
function open({ needs }: Row, csrf: 'merchant' | 'staff' | null): number | undefined {
  if (needs === 'nothing') return LET_IN;
  if (needs === 'CSRF token') return csrf === 'merchant' ? LET_IN : 419;
  if (needs === 'CSRF token of the console') return csrf === 'staff' ? LET_IN : 419;
  return undefined;
}

function callsOf({ app }: TestApi): RouteEntry[] {
  return app.routeTable.filter(({ schema, methods }) => schema?.hide !== true && !methods.includes('HEAD'));
}

function nameOf({ methods, url }: RouteEntry): string {
  return `${methods.join()} ${url}`;
}

function matrixCall({ methods, url }: RouteEntry): TestCall {
  const known: Readonly<Record<string, string>> = {
    profile: 'sandbox',
    mode: 'sandbox',
    network: 'BTC',
    type: 'login_attempt',
  };
  return {
    method: (methods[0] ?? 'GET') as 'GET',
    url: url.replaceAll(/:(\w+)/g, (_, name: string) => known[name] ?? newId()),
    headers: { 'x-matrix': 'yes' },
  };
}

/** The rows of the table of calls, by `GET /spa/users`. */
function readRows(): Map<string, Row> {
  const text = readFileSync(join(import.meta.dirname, '../../docs/permissions.md'), 'utf8');
  const lines = text
    .slice(text.indexOf('## Calls'))
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  return new Map(
    lines.map((line) => {
      const [name = '', needs = '', ...cells] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      const roles = Object.fromEntries(ROLES.map((role, at) => [role, cells[at] === '✓'])) as Row['roles'];
      const [tokens = '', staff = ''] = cells.slice(ROLES.length);
      return [name.replaceAll('`', ''), { needs, roles, tokens, staff }] as const;
    }),
  );
}
