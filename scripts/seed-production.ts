// Gives the demo merchant of `npm start` money in simulated production, so that it can be converted and withdrawn:
// invoices that are paid at once and settle like any other, one of them in euro. Orders that are there are left alone.
import '../db/core/require-node.ts';
import { connect } from '../db/connect.ts';
import { type Db, inTransaction, type Tx } from '../db/core/sequelize.ts';
import { execute, maybeOne } from '../db/core/sql.ts';
import { createInvoice } from '../db/invoices/create.ts';
import { invoiceSettings } from '../db/invoices/settings.ts';
import { currentRates } from '../db/rates/rates.ts';
import { requestPayment } from '../db/simulator/commands.ts';
import { ASSETS, type CryptoGateId, gate, NETWORKS } from '../domain/assets/assets.ts';
import { isSimulated } from '../settings/config.ts';
import { loadConfig } from '../settings/load.ts';

interface Order {
  readonly reference: string;
  readonly priceMinor: bigint;
  readonly description: string;
  readonly gateId: CryptoGateId;
  readonly inEuro?: true;
}

const ORDERS: readonly Order[] = [
  { reference: 'demo-p1', priceMinor: 42_000n, description: 'Library of Tides', gateId: 'BTC' },
  { reference: 'demo-p2', priceMinor: 31_000n, description: 'Charts of the North Sea', gateId: 'ETH' },
  { reference: 'demo-p3', priceMinor: 18_000n, description: 'Lighthouse Prints', gateId: 'LTC' },
  { reference: 'demo-p4', priceMinor: 25_000n, description: 'The Pilot Books', gateId: 'USDT_TRC20' },
  { reference: 'demo-p5', priceMinor: 36_000n, description: 'A Sextant', gateId: 'XRP', inEuro: true },
];

/** Withdrawals can be tried without a day of cool-off for a new account; later choices of the merchant stay. */
const NO_COOL_OFF = 'INSERT INTO payout_policy (profile_id, cool_off_seconds) VALUES ($1, 0) ON CONFLICT DO NOTHING';

const RATES_MS = 20_000;
const PAUSE_MS = 250;

const config = loadConfig(process.env);
// Only where nothing of production is real.
if (NETWORKS.every((network) => isSimulated(config, 'production', network))) {
  const db = connect(config.databaseUrl, { applicationName: 'tidegate-seed-production' });
  try {
    await seed(db);
  } finally {
    await db.close();
  }
}

async function seed(db: Db): Promise<void> {
  const profile = await maybeOne<{ id: string }>(
    db,
    `SELECT p.id FROM profile p JOIN app_user u ON u.merchant_id = p.merchant_id
     WHERE u.email = 'demo@tidegate.localhost' AND p.mode = 'production'`,
  );
  if (profile === undefined) return;
  await inTransaction(db, (tx) => execute(tx, NO_COOL_OFF, [profile.id]));
  const isMissing = await Promise.all(ORDERS.map(async (order) => !(await isPlaced(db, profile.id, order))));
  const missing = ORDERS.filter((_, index) => isMissing[index]);
  if (missing.length === 0 || !(await hasRates(db))) return;
  for (const order of missing) await placeOrder(db, profile.id, order);
}

async function hasRates(db: Db): Promise<boolean> {
  const deadlineMs = Date.now() + RATES_MS;
  while (Date.now() < deadlineMs) {
    const rates = await currentRates(db, { mode: 'production', assets: ASSETS, currencies: ['EUR'] });
    if (rates.length === ASSETS.length) return true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return false;
}

async function isPlaced(on: Tx | Db, profileId: string, { reference }: Pick<Order, 'reference'>): Promise<boolean> {
  const sql = 'SELECT 1 FROM invoice WHERE profile_id = $1 AND reference = $2 LIMIT 1';
  return (await maybeOne(on, sql, [profileId, reference])) !== undefined;
}

/** The invoice and its payment are one transaction: after a crash the order is made again, and never paid twice. */
async function placeOrder(db: Db, profileId: string, { inEuro, ...order }: Order): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await isPlaced(tx, profileId, order)) return;
    const nowMs = Date.now();
    const { invoice } = await createInvoice(tx, invoiceSettings(config), {
      profileId,
      currency: 'EUR',
      ...order,
      nowMs,
      autoconversion: inEuro === true ? { type: 'full', gate_id: 'EUR' } : { type: 'none' },
    });
    const isOurs = () => isSimulated(config, 'production', gate(order.gateId).network);
    await requestPayment(tx, {
      mode: 'production',
      invoiceId: invoice.id,
      scenario: 'paid',
      nowMs,
      isSimulated: isOurs,
    });
  });
}
