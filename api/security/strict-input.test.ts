import { describe, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { openBrowser, signInAs } from '../testing/accounts.fixture.ts';
import { openTestApi } from '../testing/open-api.fixture.ts';
import type { TestAnswer } from '../testing/server.fixture.ts';
import { signInStaff } from '../testing/staff.fixture.ts';

const api = await openTestApi({ env: { RATE_LIMIT_SIGN_IN_PER_MINUTE: '100' } });

const outcome = ({ status, json }: TestAnswer) => [status, json?.errors];

describe('a number of a query', () => {
  test.each(['0x10', '1e1', '+1', '1.0', '%201', '', '1_0', '٣'])('page=%s is refused in words', async (page) => {
    const { user, token } = await api.merchant();
    const browser = await signInAs(api, user);
    const staff = await signInStaff(api, 'mlro');
    const refused = [422, { page: ['Must be a whole number.'] }];
    const query = `page=${page.startsWith('%') ? page : encodeURIComponent(page)}`;
    expect(outcome(await browser({ url: `/spa/invitations?${query}` }))).toEqual(refused);
    expect(outcome(await staff.as({ url: `/staff/audit?${query}` }))).toEqual(refused);
    expect(outcome(await api.call({ url: `/api/v1/invoices?${query}`, as: token }))).toEqual(refused);
  });

  test('in decimal digits is read, and one out of bounds says the bound', async () => {
    const { user } = await api.merchant();
    const browser = await signInAs(api, user);
    expect((await browser({ url: '/spa/invitations?page=2&per_page=010' })).status).toBe(200);
    expect(outcome(await browser({ url: '/spa/invitations?page=-1' }))).toEqual([
      422,
      { page: ['Must be at least 1.'] },
    ]);
  });
});

describe('a field that a body names twice is refused by name, and nothing happens', () => {
  test('by the public API', async () => {
    const { token } = await api.merchant();
    const body = '{"amount":"10","amount":"1","currency":"EUR"}';
    const headers = { 'content-type': 'application/json', 'idempotency-key': newId() };
    const answer = await api.call({ method: 'POST', url: '/api/v1/invoices', as: token, body, headers });
    expect(outcome(answer)).toEqual([422, { amount: ['This field is given twice.'] }]);
    expect((await api.call({ url: '/api/v1/invoices', as: token })).json.data).toEqual([]);
  });

  test('by sign-in, also where an escape hides it', async () => {
    const { user } = await api.merchant();
    const browser = await openBrowser(api);
    const body = `{"email":"${user.email}","password":"guess","p\\u0061ssword":"${user.password}"}`;
    const answer = await browser({ method: 'POST', url: '/auth/login', body });
    expect(outcome(answer)).toEqual([422, { password: ['This field is given twice.'] }]);
  });

  test('by the back office, within a list', async () => {
    const { user } = await api.merchant();
    const browser = await signInAs(api, user);
    const body = '{"invitations":[{"full_name":"Ana","email":"ana@quay.example","role":"viewer","role":"admin"}]}';
    const answer = await browser({ method: 'POST', url: '/spa/invitations/mass-store', body });
    expect(outcome(answer)).toEqual([422, { 'invitations.0.role': ['This field is given twice.'] }]);
  });
});

describe('bodies are strict, save those of shops', () => {
  test('which are these, and each says so', async () => {
    const { paths, components } = (await api.call({ url: '/docs/openapi.json' })).json;
    const forgives = ({ requestBody }: Operation) => {
      const { $ref, ...schema } = requestBody?.content?.['application/json']?.schema ?? {};
      return (typeof $ref === 'string' ? components.schemas[$ref.split('/').at(-1) ?? ''] : schema)['x-lenient-body'];
    };
    const forgiving = Object.entries<Record<string, Operation>>(paths).flatMap(([path, calls]) =>
      Object.entries(calls).flatMap(([method, call]) => (forgives(call) === true ? [`${method} ${path}`] : [])),
    );
    expect(forgiving.sort()).toEqual(FORGIVING);
  });

  test('the back office takes no null, blank, other case, unknown or empty field, and no zeros beyond the cent', async () => {
    const { user } = await api.merchant();
    const browser = await signInAs(api, user);
    const order = { amount: '5.00', currency: 'EUR' };
    const create = (body: object) =>
      browser({ method: 'POST', url: '/spa/sandbox/invoices', body: { ...order, ...body } });
    for (const [field, value] of [
      ['description', null],
      ['description', ''],
      ['description', 'x'.repeat(1001)],
      ['gates', []],
      ['amount', ' 5.00'],
      ['amount', '5.000'],
      ['currency', 'eur'],
      ['reference', 7],
      ['customer_email', 'guest'],
      ['plugin', 'wc'],
    ] as const) {
      const { status, json } = await create({ [field]: value });
      expect([field, value, status, Object.keys(json.errors ?? {})]).toEqual([field, value, 422, [field]]);
    }
    expect((await create({})).status).toBe(201);
  });
});

interface Operation {
  readonly requestBody?: { readonly content?: Record<string, { readonly schema?: Record<string, unknown> }> };
}

/** Decoration is lenient in these and nowhere else. */
const FORGIVING = [
  'patch /api/v1/invoices/{id}',
  'post /api/v1/addresses',
  'post /api/v1/invoices',
  'post /api/v1/invoices/{id}/refunds',
  'post /api/v1/payment-requests',
];

test('the export of a report answers as it is documented', async () => {
  const document = (await api.call({ url: '/docs/openapi.json' })).json;
  const { responses } = document.paths['/staff/reports/{id}/export'].post;
  expect(responses['200'].content).toEqual({ 'text/plain': { schema: { type: 'string' } } });
});
