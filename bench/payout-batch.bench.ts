import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { testKeys, testXpub } from '../activities/signer/accounts.fixture.ts';
import { type SignerDeps, signTogether } from '../activities/signer/sign.ts';
import { openUtxoFamily } from '../activities/signer/utxo/family.ts';
import { signSpend } from '../activities/signer/utxo/transaction.ts';
import type { Db } from '../db/core/sequelize.ts';
import { execute, select } from '../db/core/sql.ts';
import { fund, makePayout, testPayoutSettings } from '../db/payouts/testing.fixture.ts';
import { outpointOf, spendableCoins } from '../db/sending/coins.ts';
import { makeMerchant } from '../db/testing.fixture.ts';
import { deriveAddress } from '../domain/assets/derivation.ts';
import { newId } from '../domain/ids.ts';
import { DEFAULT_FEE_BOUNDS } from '../domain/payouts/fee-bounds.ts';
import { withBenchDatabase } from './database.ts';
import type { Figure } from './figure.ts';
import { inTurns, medians } from './turns.ts';

/**
 * How many payouts a minute are checked, signed and stored, 200 in a transaction, beside bare SQL that locks as many
 * rows, writes as many, and signs the same transactions: no rules, no ledger, no events to the shop.
 */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ url, db }) => {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    try {
      return [await compare(db, pool)];
    } finally {
      await pool.end();
    }
  });
}

const CHAIN = { mode: 'sandbox', network: 'BTC' } as const;
const SLICE = 200;
const SLICES = 10;
/** Payouts a minute that a mass payout needs. */
const TARGET = 2_000;

async function compare(db: Db, pool: pg.Pool): Promise<Figure> {
  const slices = await prepareSlices(db);
  const signer = await openSigner(db);
  const [warm = [], ...measured] = slices;
  await signTogether(signer, CHAIN, warm);
  const bare = await prepareBare(db, pool);
  await bare();
  const sign = async (slice: readonly string[]) => {
    const { signed } = await signTogether(signer, CHAIN, slice);
    if (signed.length !== SLICE) throw new Error(`${signed.length} of ${SLICE} payouts were signed.`);
  };
  const rates = await inTurns(measured.length, {
    value: (round) => perMinute(() => sign(measured[round] ?? [])),
    reference: () => perMinute(bare),
  });
  const { value, reference } = medians(rates);
  return {
    name: `payouts signed and stored, ${SLICE} in a transaction`,
    value,
    unit: '/min',
    reference: { name: 'bare SQL and signing', value: reference },
    target: `≥ ${TARGET} /min`,
    ok: value >= TARGET,
  };
}

async function perMinute(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (SLICE * 60_000) / (performance.now() - start);
}

/** Payouts that are queued, and a coin for each slice. */
async function prepareSlices(db: Db): Promise<string[][]> {
  const shop = await makeMerchant(db);
  const count = SLICE * (SLICES + 1);
  await fund(db, shop, 'BTC', BigInt(count) * 200_000n);
  await addCoins(db, SLICES + 1);
  const slices: string[][] = [];
  for (let n = 0; n < count; n += 1) {
    const { id: payoutId } = await makePayout(db, shop);
    if (n % SLICE === 0) slices.push([]);
    slices.at(-1)?.push(payoutId);
  }
  return slices;
}

async function addCoins(db: Db, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { addressKey } = deriveAddress({ network: 'BTC', accountXpub: testXpub('BTC'), index, chain: 'regtest' });
    const txid = randomBytes(32).toString('hex');
    await execute(
      db,
      'INSERT INTO watched_address (mode, network, address_key, derivation_index) VALUES ($1, $2, $3, $4)',
      ['sandbox', 'BTC', addressKey, index],
    );
    await execute(
      db,
      `INSERT INTO payment (id, mode, network, key, txid, output, asset_ref, gate_id, amount_minor, address_key,
       status, first_seen_at, required_confirmations)
       VALUES ($1, 'sandbox', 'BTC', $2, $3, '0', 'BTC', 'BTC', 100000000, $4, 'confirmed', now(), 2)`,
      [newId(), `BTC:${txid}:0`, txid, addressKey],
    );
  }
}

/** The signer as it runs, but for the node: a fee rate is given, and every coin is there. */
async function openSigner(db: Db): Promise<SignerDeps> {
  const keys = testKeys('BTC');
  const coins = await spendableCoins(db, CHAIN, { aboveMinor: 0n, most: 1_000 });
  const family = {
    ...openUtxoFamily({ ...CHAIN, url: 'http://127.0.0.1:1' }),
    conditions: async () => ({ rateMinor: 10n, sound: new Set(coins.map(outpointOf)) }),
  };
  return {
    db,
    settings: testPayoutSettings,
    nowMs: Date.now,
    familyOf: () => family as ReturnType<SignerDeps['familyOf']>,
    keysOf: () => keys,
    boundsOf: () => DEFAULT_FEE_BOUNDS.BTC,
  };
}

/** The same rows locked and written by hand, one statement for each, and the same signatures. */
async function prepareBare(db: Db, pool: pg.Pool): Promise<() => Promise<void>> {
  const keys = testKeys('BTC');
  const addressKey = deriveAddress({
    network: 'BTC',
    accountXpub: testXpub('BTC'),
    index: 0,
    chain: 'regtest',
  }).addressKey;
  const [profile] = await select<{ id: string }>(db, 'SELECT id FROM profile LIMIT 1');
  const rows = await select<{ id: string }>(db, `SELECT id FROM payout ORDER BY id LIMIT ${SLICE}`);
  return async () => {
    const coin = {
      txid: randomBytes(32).toString('hex'),
      n: 0,
      amountMinor: 100_000_000n,
      addressKey,
      branch: 0,
      index: 0,
    } as const;
    const outputs = rows.map(() => ({ script: addressKey, amountMinor: 100_000n }));
    const signed = signSpend({ network: 'BTC', inputs: [coin], outputs }, keys);
    const transactionId = newId();
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query({
        name: 'transaction',
        text: bareTransaction,
        values: [transactionId, signed.txid, signed.raw, [outpointOf(coin)]],
      });
      for (const { id } of rows) {
        await client.query({ name: 'lock', text: 'SELECT * FROM payout WHERE id = $1 FOR UPDATE', values: [id] });
        await client.query({ name: 'line', text: bareLine, values: [transactionId, id] });
        await client.query({
          name: 'payout',
          text: 'UPDATE payout SET version = version + 1, signed_at = now() WHERE id = $1',
          values: [id],
        });
        await client.query({ name: 'event', text: bareEvent, values: [newId(), profile?.id, id, newId()] });
      }
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  };
}

const bareTransaction = `
  INSERT INTO outgoing_transaction (id, mode, network, txid, raw, spends, fee_minor, status, signed_at)
  VALUES ($1, 'production', 'BTC', $2, $3, $4, 0, 'failed', now())`;
const bareLine = `INSERT INTO outgoing_line (transaction_id, payout_id, output, live) VALUES ($1, $2, '0', false)`;
const bareEvent = `
  WITH told AS (INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($1, $2, 'payout.queue', $3, '{}'))
  INSERT INTO outbox (topic, payload, event_id) VALUES ('bench.nothing', '{}', $4)`;
