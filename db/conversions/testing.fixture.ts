import type { GateId } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import { parseRate } from '../../domain/money/rates.ts';
import { type Db, inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { one } from '../core/sql.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { upsertRates } from '../rates/rates.ts';
import type { TestMerchant } from '../testing.fixture.ts';

const PRICES = { BTC: 50_000, LTC: 100, BCH: 400, ETH: 2_500, USDT: 1, TRX: 0.25, XRP: 0.5 } as const;

/** Rates in EUR and USD (1 EUR = 1.25 USD) for both modes; a factor moves the whole market. */
export async function setMarket(db: Db, factor = 1): Promise<void> {
  const now = Date.now();
  const about = { source: 'test', sampledAt: new Date(now), expiresAt: new Date(now + 3_600_000) };
  const rates = Object.entries(PRICES).flatMap(([asset, value]) =>
    (
      [
        ['EUR', 1],
        ['USD', 1.25],
      ] as const
    ).map(([currency, units]) =>
      parseRate(String(value * units * factor), { ...about, asset: asset as keyof typeof PRICES, currency }),
    ),
  );
  for (const mode of ['sandbox', 'production'] as const) await inTransaction(db, (tx) => upsertRates(tx, mode, rates));
}

/** Puts money of any gate on a merchant's balance; the other side is in suspense. */
export async function fundGate(db: Db, shop: TestMerchant, gateId: GateId, minor: bigint): Promise<void> {
  const { mode } = shop;
  await moneyTransaction(db, (tx) =>
    postTransfers(tx, [
      {
        key: `test:${newId()}`,
        kind: 'settle',
        postings: [
          {
            debit: { owner: GATEWAY, mode, asset: gateId, kind: 'custody:test' },
            credit: { owner: shop.merchantId, mode, asset: gateId, kind: 'available' },
            minor,
          },
        ],
      },
    ]),
  );
}

/** Credits less debits of an account of the gateway, all its stripes. */
export async function gatewaysOf(db: Db, gateId: GateId, kind: string, mode = 'production'): Promise<bigint> {
  const { minor } = await one<{ minor: string }>(
    db,
    `SELECT coalesce(sum(credits_posted - debits_posted), 0)::text AS minor FROM account
     WHERE owner = $1 AND mode = $2 AND asset = $3 AND kind = $4`,
    [GATEWAY, mode, gateId, kind],
  );
  return BigInt(minor);
}
