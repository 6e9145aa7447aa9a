import { beforeAll, describe, expect, test } from 'vitest';
import type { LiveMessage } from '../../db/core/live.ts';
import { inTransaction, moneyTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { applyDepositEvents } from '../../db/deposits/process.ts';
import { readDeposit } from '../../db/deposits/read.ts';
import { depositsAt, makeAddress, receive } from '../../db/deposits/testing.fixture.ts';
import { documentSigner } from '../../db/documents/keys.ts';
import { applyInvoiceEvent } from '../../db/invoices/process.ts';
import { readInvoice } from '../../db/invoices/read.ts';
import {
  makeInvoice,
  paymentsChanged,
  recordPayment,
  setPayment,
  settleNow,
} from '../../db/invoices/testing.fixture.ts';
import { fund, makePayout, RECIPIENTS } from '../../db/payouts/testing.fixture.ts';
import { publishReserveDay } from '../../db/reserves/days.ts';
import { makeReserveDay } from '../../db/reserves/make-day.ts';
import type { StaffMember } from '../../db/staff/people.ts';
import { makeStaff } from '../../db/staff/staff.fixture.ts';
import { suspend } from '../../db/suspicion/suspensions.ts';
import { type TestMerchant, testBox } from '../../db/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import type { SuspicionKind } from '../../domain/suspicion/suspicion.ts';
import type { RouteEntry } from '../plugins/route-table.ts';
import { openTestApi } from '../testing/open-api.fixture.ts';
import type { TestAnswer, TestCall } from '../testing/server.fixture.ts';

/** One of two shops to which exactly the same happens, but that staff hold everything of one of them. */
interface Twin {
  readonly shop: TestMerchant;
  readonly browser: (call: TestCall) => Promise<TestAnswer>;
  readonly invoices: Record<'large' | 'short' | 'returned', string>;
  readonly payouts: Record<'queued' | 'waiting', string>;
  readonly deposits: Record<'arrived', string>;
  readonly live: (LiveMessage | null)[];
}

/** A day that is public for both. */
const RESERVES = '2026-11-28';

let officer: StaffMember;
let ordinary: Twin;
let held: Twin;

const api = await openTestApi({
  env: { RATE_LIMIT_CUSTOMER_PER_MINUTE: '1000000', RATE_LIMIT_API_PER_MINUTE: '1000000' },
});
beforeAll(async () => {
  officer = await makeStaff(api.db, 'compliance_officer');
  ordinary = await makeTwin(false);
  held = await makeTwin(true);
  const signer = await documentSigner(api.db, testBox);
  const gateway = 'https://pay.example';
  await makeReserveDay(api.db, signer, { mode: 'sandbox', day: RESERVES, gateway, isSimulated: () => true });
  await publishReserveDay(api.db, { mode: 'sandbox', day: RESERVES });
});

describe('objects that staff hold cannot be distinguished from those that are processed as usual', () => {
  test('by anything that a merchant, a token or a payer can read', async () => {
    await expectAlike();
    const both = [ordinary, held].map(async ({ invoices }) => (await readInvoice(api.db, invoices.large)).status);
    expect(await Promise.all(both)).toEqual(['processing', 'processing']);
    const { row } = await readDeposit(api.db, held.deposits.arrived);
    expect([row.status, row.complianceHold]).toEqual(['processing', true]);
  });

  test('by the proof of reserves, which contains money that is held', async () => {
    const owed = async ({ browser }: Twin) => {
      const { json } = await browser({ url: `/spa/sandbox/reserves/${RESERVES}/proof.json` });
      return json.balances.map(({ gate_id, amount }: { gate_id: string; amount: string }) => [gate_id, amount]);
    };
    expect((await owed(held)).length).toBeGreaterThan(0);
    expect(await owed(held)).toEqual(await owed(ordinary));
  });

  test('by what changes without being asked: events, mails, webhooks and open pages', async () => {
    expect(await toldOf(held)).toEqual(await toldOf(ordinary));
    expect(held.live.length).toBe(ordinary.live.length);
    expect(held.live.length).toBeGreaterThan(0);
  });

  test('by a ticket to support about an object of theirs, nor by the mails that follow', async () => {
    const about = (twin: Twin) =>
      [
        ['invoice', twin.invoices.large],
        ['invoice', twin.invoices.short],
        ['payout', twin.payouts.waiting],
        ['deposit', twin.deposits.arrived],
      ] as const;
    const ask = async (twin: Twin) => {
      const answers: string[] = [];
      for (const [at, [kind, id]] of about(twin).entries()) {
        const body = { message_id: newId(), subject: `Question ${at}`, text: 'Why is it late?', about: { kind, id } };
        const opened = await twin.browser({ url: '/spa/tickets', body });
        expect(opened.status, opened.text).toBe(201);
        const { id: ticket } = opened.json.data;
        const reply = { message_id: newId(), text: 'Is it held?' };
        const acts = [
          await twin.browser({ url: `/spa/tickets/${ticket}/reply`, body: reply }),
          await twin.browser({ url: `/spa/tickets/${ticket}` }),
          await twin.browser({ url: `/spa/tickets/${ticket}/close`, body: {} }),
        ];
        answers.push(...[opened, ...acts].map((answer) => plain(answer, twin)));
      }
      const list = (await twin.browser({ url: '/spa/tickets' })).json.data as { subject: string; status: string }[];
      return [...answers, ...list.map(({ subject, status }) => `${subject} ${status}`)];
    };
    const [one, other] = [await ask(ordinary), await ask(held)];
    expect(other).toEqual(one);
    expect(one.join()).not.toMatch(/suspend|complian|hold"/i);
    const mails = async (twin: Twin) => {
      const rows = await select<{ kind: string }>(
        api.db,
        `SELECT payload ->> 'kind' AS kind FROM outbox WHERE topic = 'mail.ticket' AND payload ->> 'ticketId' IN (
           SELECT id::text FROM ticket WHERE merchant_id = $1) ORDER BY id`,
        [twin.shop.merchantId],
      );
      return rows.map(({ kind }) => kind);
    };
    expect(await mails(held)).toEqual(await mails(ordinary));
    expect((await mails(held)).length).toBe(8);
  });

  test('by what a call that changes something answers, nor by what follows from it', async () => {
    const different: string[] = [];
    for (const each of CHANGES) {
      const [one, other] = [await each.ask(ordinary), await each.ask(held)];
      if (plain(one, ordinary) !== plain(other, held)) {
        different.push(`${each.name}: ${one.status} ${one.text}\n  held: ${other.status} ${other.text}`);
      }
    }
    expect(different.join('\n')).toBe('');
    for (const route of changing()) {
      for (const subject of subjectsFor(route.url)) {
        const [one, other] = [await ask(ordinary, route, subject), await ask(held, route, subject)];
        if (plain(one, ordinary) !== plain(other, held)) {
          different.push(
            `${route.methods} ${route.url} ${subject}: ${one.status} ${one.text}\n` +
              `  held: ${other.status} ${other.text}`,
          );
        }
      }
    }
    expect(different.join('\n')).toBe('');
    await expectAlike();
    expect(await toldOf(held)).toEqual(await toldOf(ordinary));
  });
});

/** Actions of merchants on their own objects, with bodies that are accepted. */
const CHANGES: readonly { readonly name: string; readonly ask: (twin: Twin) => Promise<TestAnswer> }[] = [
  {
    name: 'complete an underpaid invoice',
    ask: ({ browser, invoices }) => browser({ url: `/spa/sandbox/invoices/${invoices.short}/done`, body: {} }),
  },
  {
    name: 'complete it once more',
    ask: ({ browser, invoices }) => browser({ url: `/spa/sandbox/invoices/${invoices.short}/done`, body: {} }),
  },
  {
    name: 'refund one that is processed',
    ask: (twin) => refund(twin, twin.invoices.large),
  },
  { name: 'refund an underpaid invoice', ask: (twin) => refund(twin, twin.invoices.returned) },
  {
    name: 'cancel a payout that is queued',
    ask: ({ shop, payouts }) => api.call({ url: `/api/v1/payouts/${payouts.queued}/cancel`, body: {}, as: shop.token }),
  },
  {
    name: 'cancel one that waits',
    ask: ({ browser, payouts }) => browser({ url: `/spa/sandbox/payouts/${payouts.waiting}/cancel`, body: {} }),
  },
  {
    name: 'ask for another payout of the same money',
    ask: ({ shop }) =>
      api.call({
        url: '/api/v1/payouts',
        as: shop.token,
        headers: { 'idempotency-key': `again-${shop.merchantId}` },
        body: { gate_id: 'BTC', amount: '0.019', address: RECIPIENTS.BTC },
      }),
  },
];

function refund({ shop }: Twin, invoiceId: string): Promise<TestAnswer> {
  return api.call({
    url: `/api/v1/invoices/${invoiceId}/refunds`,
    as: shop.token,
    headers: { 'idempotency-key': `refund-${invoiceId}` },
    body: { address: RECIPIENTS.ETH },
  });
}

async function makeTwin(isHeld: boolean): Promise<Twin> {
  const shop = await api.merchant();
  made = 1;
  const live: (LiveMessage | null)[] = [];
  api.live.subscribe(shop.profileId, (message) => live.push(message));
  const hold = (kind: SuspicionKind, subjectId: string) =>
    isHeld
      ? inTransaction(api.db, (tx) =>
          suspend(tx, { kind, subjectId, member: officer, reason: 'Structured payments.', nowMs: Date.now() }),
        )
      : undefined;
  const invoices = {
    large: await paid(shop, hold, 1n),
    short: await short(shop, hold),
    returned: await short(shop, hold),
  };
  await fund(api.db, shop, 'BTC', 2_000_000n);
  const waiting = (await makePayout(api.db, shop, { amountMinor: 100_000n })).id;
  const queued = (await makePayout(api.db, shop, { amountMinor: 200_000n })).id;
  await execute(api.db, `UPDATE payout SET status = 'new' WHERE id = $1`, [waiting]);
  await hold('payout', waiting);
  await hold('payout', queued);
  const deposits = { arrived: await arrived(shop, hold) };
  return { shop, browser: await api.signIn(shop), invoices, payouts: { queued, waiting }, deposits, live };
}

let made = 0;

/** Paid, and its blocks are not final, which any large amount waits for. */
async function paid(shop: TestMerchant, hold: (kind: 'invoice', id: string) => unknown, part: bigint): Promise<string> {
  const { id } = await makeInvoice(api.db, shop, {
    gateId: 'ETH',
    priceMinor: 1_200_000n,
    reference: `order ${made++}`,
  });
  const { quote } = await readInvoice(api.db, id);
  const minor = (quote?.amountDueMinor ?? 0n) / part;
  const payment = await recordPayment(api.db, { invoiceId: id, gateId: 'ETH', minor });
  await paymentsChanged(api.db, id);
  await hold('invoice', id);
  await setPayment(api.db, payment, 'confirmed');
  await paymentsChanged(api.db, id);
  await settleNow(api.db, id).catch(() => {});
  return id;
}

/** Confirmed at an address of a customer, and its blocks are not final. */
async function arrived(shop: TestMerchant, hold: (kind: 'deposit', id: string) => unknown): Promise<string> {
  const address = await makeAddress(api.db, shop, 'ETH');
  await receive(api.db, address, { minor: 3n * 10n ** 18n, status: 'seen' });
  const id = (await depositsAt(api.db, address.id))[0]?.id ?? '';
  await hold('deposit', id);
  await execute(api.db, `UPDATE payment SET status = 'confirmed', finalized = false WHERE deposit_id = $1`, [id]);
  for (const event of [{ type: 'payments_changed' }, { type: 'settle', converts: false }] as const) {
    await moneyTransaction(api.db, (tx) => applyDepositEvents(tx, [{ id, event, cause: null, nowMs: Date.now() }]));
  }
  return id;
}

/** Half of it was paid when the time was over. */
async function short(shop: TestMerchant, hold: (kind: 'invoice', id: string) => unknown): Promise<string> {
  const id = await paid(shop, hold, 2n);
  // Right after the payment, however long the steps before took.
  await execute(
    api.db,
    `UPDATE invoice SET expires_at = (SELECT max(first_seen_at) FROM payment WHERE invoice_id = $1) + interval '1 ms'
     WHERE id = $1`,
    [id],
  );
  await inTransaction(api.db, (tx) =>
    applyInvoiceEvent(tx, { id: id, event: { type: 'deadline' }, cause: 'deadline', nowMs: Date.now() }),
  );
  return id;
}

function ofMerchants(): RouteEntry[] {
  return api.app.routeTable.filter(({ access, url, schema }) => {
    const isOurs = ['user', 'token', 'anyone'].includes(access.by) && schema?.hide !== true;
    return isOurs && !/\/(auth|staff|live|events|health|docs|metrics)(\/|$)/.test(url.replace('/history/events', ''));
  });
}

function reading(): RouteEntry[] {
  return ofMerchants().filter(({ methods }) => methods.includes('GET'));
}

/** Calls with no body that could be right: what is checked before and after that is compared. */
function changing(): RouteEntry[] {
  return ofMerchants().filter(
    ({ methods, url }) => !methods.includes('GET') && !methods.includes('HEAD') && url.includes(':id'),
  );
}

/** The objects of a twin that a path may be about; null for one without an object. */
function subjectsFor(url: string): (string | null)[] {
  if (!url.includes(':id')) return [null];
  if (/refunds\/:id/.test(url)) return ['refund'];
  if (/invoices\/:id/.test(url)) return ['large', 'short', 'returned'];
  if (/deposits\/:id/.test(url)) return ['arrived'];
  return /payouts\/:id/.test(url) && !url.includes('mass') ? ['queued', 'waiting'] : [];
}

async function ask(twin: Twin, { methods, url }: RouteEntry, subject: string | null): Promise<TestAnswer> {
  const method = (methods.find((name) => name !== 'HEAD') ?? 'GET') as 'GET';
  const id = subject === null ? '' : await idOf(twin, subject);
  const path = url.replace(':id', id).replace(':profile', 'sandbox').replace(':mode', 'sandbox');
  const call = { method, url: path, ...(method === 'GET' ? {} : { body: {} }) };
  return path.startsWith('/api/') ? api.call({ ...call, as: twin.shop.token }) : twin.browser(call);
}

async function idOf(twin: Twin, subject: string): Promise<string> {
  if (subject === 'refund') {
    const [row] = await select<{ id: string }>(
      api.db,
      `SELECT id FROM payout WHERE kind = 'refund' AND merchant_id = $1 ORDER BY id LIMIT 1`,
      [twin.shop.merchantId],
    );
    return row?.id ?? '00000000-0000-7000-8000-000000000000';
  }
  const ids: Readonly<Record<string, string>> = { ...twin.invoices, ...twin.payouts, ...twin.deposits };
  return ids[subject] ?? '';
}

async function expectAlike(): Promise<void> {
  const different: string[] = [];
  let compared = 0;
  for (const route of reading()) {
    for (const subject of subjectsFor(route.url)) {
      // The log of requests has both twins' calls until here.
      await api.app.writeRequestLog();
      const [one, other] = [await ask(ordinary, route, subject), await ask(held, route, subject)];
      compared += 1;
      if (plain(one, ordinary) === plain(other, held)) continue;
      different.push(`GET ${route.url} of ${subject}:\n  ${plain(one, ordinary)}\n  ${plain(other, held)}`);
    }
  }
  expect(different.join('\n')).toBe('');
  expect(compared).toBeGreaterThan(40);
}

/** Messages that leave by themselves: public events word for word, and everything the outbox sends out. */
async function toldOf(twin: Twin): Promise<string[]> {
  const events = await select<{ text: string }>(
    api.db,
    'SELECT type || body AS text FROM event WHERE profile_id = $1 ORDER BY created_at, id',
    [twin.shop.profileId],
  );
  const sent = await select<{ text: string }>(
    api.db,
    `SELECT topic || payload::text AS text FROM outbox WHERE payload::text LIKE '%' || $1 || '%'
      AND topic NOT LIKE 'workflow.%' ORDER BY id`,
    [twin.shop.merchantId],
  );
  // Two of one millisecond have no order.
  return [...events, ...sent].map(({ text }) => withoutNames(text, twin)).sort();
}

function plain({ status, text, json }: TestAnswer, twin: Twin): string {
  // Rows of one millisecond have no order.
  const rows: unknown = json?.data;
  if (!Array.isArray(rows)) return `${status} ${withoutNames(text, twin)}`;
  const sorted = rows.map((row) => withoutNames(JSON.stringify(row), twin)).sort();
  return `${status} ${sorted.join()} ${withoutNames(JSON.stringify({ ...json, data: [] }), twin)}`;
}

/** Without what differs between any two shops: ids, addresses, keys and times. */
function withoutNames(text: string, { shop }: Twin): string {
  return text
    .replaceAll(shop.user.email, '<mail>')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00(:00)?)?/g, '<time>')
    .replaceAll(/\bT-[2-9A-HJ-NP-Z]{8}\b/g, '<ticket>')
    .replaceAll(/0x[0-9a-fA-F]{40}/g, '<address>')
    .replaceAll(/(bc|tb|bcrt)1[a-z0-9]{20,}/g, '<address>')
    .replaceAll(
      /"(id|key|hash|prev_hash|secret|token|cursor|ip|visitor|otpauth_url|svg|uri|qr|modules)":"[^"]*"/g,
      '"$1":"…"',
    )
    .replaceAll(/"qr":\{[^}]*\}/g, '"qr":"…"')
    .replaceAll(/"duration_ms":\d+/g, '"duration_ms":0')
    .replaceAll(/(req|tg_test|tok|sk|pk|whsec)[-_][A-Za-z0-9+/=_-]+/g, '<key>');
}
