import { beforeAll, describe, expect, test } from 'vitest';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import { STAFF_ROLES, type StaffRole, staffMay } from '../../domain/accounts/staff-permissions.ts';
import { newId } from '../../domain/ids.ts';
import type { RouteEntry } from '../plugins/route-table.ts';
import { openTestApi } from '../testing/open-api.fixture.ts';
import type { TestAnswer, TestCall } from '../testing/server.fixture.ts';
import { signInStaff } from '../testing/staff.fixture.ts';

let merchant: TestMerchant;
let user: (call: TestCall) => Promise<TestAnswer>;
/** One of each role. */
let staff: Map<StaffRole, (call: TestCall) => Promise<TestAnswer>>;

const api = await openTestApi({ env: { RATE_LIMIT_CUSTOMER_PER_MINUTE: '100000' } });
beforeAll(async () => {
  merchant = await api.merchant();
  user = await api.signIn(merchant);
  staff = new Map();
  for (const role of STAFF_ROLES) staff.set(role, (await signInStaff(api, role)).as);
});

/** Fields that an attacker would add to a body. */
const WANTED = ['role', 'status', 'merchant_id', 'user_id', 'profile_id', 'is_admin', 'paid', 'mode', 'email_verified'];

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** Reads its body as bytes, which are signed. */
const SIGNED_BYTES = ['/webhooks/verification', '/webhooks/card-partner/:mode'];

const bodyOf = (route: RouteEntry) => (route.schema?.body ?? {}) as Schema;
/** Files are no objects. */
const withBody = () => api.app.routeTable.filter((route) => bodyOf(route).type === 'object');

describe('hazard 56: mass assignment, on every route with a body', () => {
  test('no object in it is open to fields that the contract does not name', () => {
    expect(withBody().length).toBeGreaterThan(30);
    for (const route of withBody()) expect(openObjects(bodyOf(route), ''), route.url).toEqual([]);
  });

  test('fields of the database are refused by name', async () => {
    for (const route of withBody()) {
      const foreign = WANTED.filter((name) => !(name in (bodyOf(route).properties ?? {})));
      const call: TestCall = {
        method: route.methods[0] as 'POST',
        url: route.url
          .replace(':profile', 'sandbox')
          .replace(':network', 'BTC')
          .replace(':type', 'login_attempt')
          .replaceAll(/:\w+/g, newId()),
        body: Object.fromEntries(foreign.map((name) => [name, 'admin'])),
      };
      const answer = await callerOf(route)(call);
      const said = `${call.method} ${route.url}: ${answer.status} ${answer.text}`;
      expect(answer.status, said).toBe(422);
      expect(Object.keys(answer.json.errors), said).toEqual(expect.arrayContaining(foreign));
    }
  });

  test('a route that takes no body refuses fields, and none of them does anything', async () => {
    const bare = api.app.routeTable.filter(
      ({ methods, schema, url }) =>
        schema?.body === undefined &&
        methods.some((each) => each !== 'GET' && each !== 'HEAD') &&
        !SIGNED_BYTES.includes(url),
    );
    expect(bare.map(({ url }) => url)).toContain('/api/v1/payouts/:id/cancel');
    for (const route of bare) {
      const url = route.url.replace(':profile', 'sandbox').replace(':network', 'BTC').replaceAll(/:\w+/g, newId());
      const answer = await callerOf(route)({ method: route.methods[0] as 'POST', url, body: { status: 'done' } });
      const said = `${route.methods[0]} ${route.url}: ${answer.status} ${answer.text}`;
      expect([answer.status, answer.json?.errors], said).toEqual([422, { status: ['This field is not known.'] }]);
    }
  });

  test('what names the prototype is refused before anything reads it', async () => {
    for (const body of ['{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"role":"admin"}}}']) {
      const { status } = await user({ method: 'POST', url: '/spa/sandbox/invoices', body });
      expect([400, 422]).toContain(status);
    }
    expect(({} as { role?: string }).role).toBeUndefined();
  });
});

/** A caller that may call the route. */
function callerOf({ access, url }: RouteEntry): (call: TestCall) => Promise<TestAnswer> {
  if (access.by === 'token') return (call) => api.call({ ...call, as: merchant.token });
  if (!url.startsWith('/staff/')) return user;
  const { permission } = access.by === 'staff' ? access : { permission: null };
  const role = STAFF_ROLES.find((each) => permission === null || staffMay(each, permission));
  return staff.get(role ?? 'mlro') ?? user;
}

/** The paths of objects that take any field: records of names that shops choose say what their values are. */
function openObjects(schema: Schema, path: string): string[] {
  const { properties = {}, items, anyOf = [], allOf = [], additionalProperties, patternProperties } = schema;
  const isObject = schema.properties !== undefined || schema.type === 'object';
  const isClosed = additionalProperties !== undefined && additionalProperties !== true;
  const here = isObject && !isClosed && patternProperties === undefined ? [path === '' ? '(body)' : path] : [];
  return [
    ...here,
    ...Object.entries(properties).flatMap(([name, each]) => openObjects(each, `${path}.${name}`)),
    ...(items === undefined ? [] : openObjects(items, `${path}[]`)),
    ...[...anyOf, ...allOf].flatMap((each) => openObjects(each, path)),
  ];
}
