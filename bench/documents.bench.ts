import { setTimeout } from 'node:timers/promises';
import { basic, setRates } from '../api/testing/server.fixture.ts';
import type { Db } from '../db/core/sequelize.ts';
import { inTransaction } from '../db/core/sequelize.ts';
import { execute } from '../db/core/sql.ts';
import { makeInvoice, payInFull } from '../db/invoices/testing.fixture.ts';
import { fund } from '../db/payouts/testing.fixture.ts';
import { createReport } from '../db/reports/reports.ts';
import { makeMerchant, type TestMerchant } from '../db/testing.fixture.ts';
import { fundEuro, openTill, withdraw } from '../db/withdrawals/testing.fixture.ts';
import { signInAt, startBenchApi } from './account-shop.ts';
import { withBenchDatabase } from './database.ts';
import { type Figure, percentile } from './figure.ts';
import { startPace } from './pace.ts';

/** Creation alone and beside the clients take turns, so that what else the machine does meets both. */
const ROUNDS = 4;
const ROUND_MS = 6_000;
const INVOICES_PER_SECOND = 20;
const CLIENTS = 20;
/** Of each kind; their clients ask for one after the other. */
const DOCUMENTS = 30;
const STATEMENT_LINES = 300;
const MOST_SLOWER = 1.3;

/** Creation of invoices beside 20 clients who download documents of one kind as fast as they are given. */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ url, db }) => {
    const { token } = await makeMerchant(db);
    await setRates(db, 'sandbox');
    const { api, origin } = await startBenchApi(url, { TRUST_PROXY: '127.0.0.1/32' });
    try {
      const invoices = {
        url: `${origin}/api/v1/invoices`,
        method: 'POST',
        headers: { authorization: basic(token), 'content-type': 'application/json' },
        body: JSON.stringify({ amount: '49.90', currency: 'EUR', gate_id: 'BTC' }),
      };
      for (let made = 0; made < 100; made += 1) await createInvoice(invoices);
      const figures: Figure[] = [];
      for (const [kind, downloads] of Object.entries(await makeDocuments(db, origin))) {
        figures.push(
          await beside(kind, downloads, () => startPace(() => createInvoice(invoices), INVOICES_PER_SECOND)),
        );
      }
      return figures;
    } finally {
      await api.stop();
    }
  });
}

interface Download {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function beside(
  kind: string,
  downloads: readonly Download[],
  create: () => ReturnType<typeof startPace>,
): Promise<Figure> {
  const [alone, loaded]: [number[], number[]] = [[], []];
  let answered = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiet = create();
    await setTimeout(ROUND_MS);
    alone.push(...(await quiet.stop()));

    const stop = new AbortController();
    const clients = Array.from({ length: CLIENTS }, (_, client) => download(downloads, client + round, stop.signal));
    const busy = create();
    await setTimeout(ROUND_MS);
    loaded.push(...(await busy.stop()));
    stop.abort();
    for (const count of await Promise.all(clients)) answered += count;
  }
  if (answered === 0) throw new Error(`Nobody got a ${kind}.`);
  const [value, reference] = [percentile(loaded, 0.5), percentile(alone, 0.5)];
  return {
    name: `creation of an invoice beside ${CLIENTS} clients who download ${kind}s (${answered} given), median`,
    value,
    unit: 'ms',
    reference: { name: 'the same pace while nobody does', value: reference },
    target: `≤ ${MOST_SLOWER} of it`,
    ok: value <= MOST_SLOWER * reference,
  };
}

/** A client that retries at once, or after the time in the answer. @returns how many documents it got */
async function download(downloads: readonly Download[], client: number, signal: AbortSignal): Promise<number> {
  let got = 0;
  for (let turn = client; !signal.aborted; turn += 1) {
    const { url, headers } = downloads[turn % downloads.length] ?? { url: '', headers: {} };
    try {
      const answer = await fetch(url, { signal, headers: { ...headers, 'x-forwarded-for': `203.0.113.${client}` } });
      const bytes = await answer.arrayBuffer();
      if (answer.ok && bytes.byteLength > 10_000) got += 1;
      else await setTimeout(Number(answer.headers.get('retry-after') ?? 0) * 1_000, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
  return got;
}

async function makeDocuments(db: Db, origin: string): Promise<Readonly<Record<string, readonly Download[]>>> {
  const shop = await makeMerchant(db);
  const till = await openTill(db);
  await fundEuro(db, till.shop, 100_000_000n);
  const [shopHeaders, tillHeaders] = [await signInAt(origin, shop.user), await signInAt(origin, till.shop.user)];
  const [paid, withdrawn, reports]: [string[], string[], string[]] = [[], [], []];
  for (let line = 0; line < STATEMENT_LINES; line += 1) await fund(db, shop, 'LTC', 1_000n);
  for (let made = 0; made < DOCUMENTS; made += 1) {
    const { id } = await makeInvoice(db, shop, { priceMinor: 10_000n });
    await payInFull(db, id);
    paid.push(id);
    withdrawn.push((await withdraw(db, till)).id);
    reports.push(await statementOf(db, shop));
  }
  await execute(db, `UPDATE withdrawal SET status = 'done', hold = 'posted', completed_at = now()`);
  const at = (path: string, headers: Download['headers'] = {}) => ({ url: `${origin}${path}`, headers });
  return {
    invoice: paid.map((id) => at(`/customer/invoices/${id}/invoice.pdf`)),
    receipt: paid.map((id) => at(`/spa/sandbox/invoices/${id}/receipt.pdf`, { ...shopHeaders })),
    confirmation: withdrawn.map((id) =>
      at(`/spa/${till.shop.mode}/withdrawals/${id}/confirmation.pdf`, { ...tillHeaders }),
    ),
    statement: reports.map((id) => at(`/spa/reports/${id}/file`, { ...shopHeaders })),
  };
}

function statementOf(db: Db, { merchantId, profileId, user, mode }: TestMerchant): Promise<string> {
  return inTransaction(db, (tx) =>
    createReport(tx, {
      merchantId,
      profileId,
      mode,
      kind: 'statement',
      filter: { gate_id: 'LTC' },
      timeZone: 'UTC',
      createdBy: user.id,
      nowMs: Date.now(),
    }),
  );
}

async function createInvoice(invoices: { readonly url: string } & RequestInit): Promise<void> {
  const answer = await fetch(invoices.url, invoices);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`an invoice was answered ${answer.status}`);
}
