import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { upsertRates } from '../../db/rates/rates.ts';
import { ASSETS, type Mode } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import { parseRate } from '../../domain/money/rates.ts';
import { parseExact } from '../../domain/treasury/exact.ts';
import type { ExchangeName } from '../../domain/treasury/exchanges.ts';
import { openCcxtExchange } from './ccxt-exchange.ts';
import type { Exchange, VenueOrder } from './port.ts';
import { type ExchangeSimulator, startExchangeSimulator } from './simulator/server.ts';

export const TEST_PRICES = { BTC: '80000', LTC: '90', BCH: '450', ETH: '2500', USDT: '0.9', TRX: '0.25', XRP: '2' };

/** Rates of a mode that stay for an hour. */
export async function setTestRates(
  db: Db,
  { mode = 'sandbox', prices = TEST_PRICES }: { readonly mode?: Mode; readonly prices?: typeof TEST_PRICES } = {},
): Promise<void> {
  const about = { source: 'test', sampledAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) };
  await inTransaction(db, (tx) =>
    upsertRates(
      tx,
      mode,
      ASSETS.map((asset) => parseRate(prices[asset], { ...about, asset, currency: 'EUR' })),
    ),
  );
}

export interface SimulatedExchange {
  readonly simulator: ExchangeSimulator;
  readonly exchange: Exchange;
  /** The same account for who looks at it afterwards: a busy machine may take its time. */
  readonly patient: Exchange;
}

/** A simulated exchange, reached through the real adapter. */
export async function startSimulatedExchange(
  db: Db,
  name: ExchangeName,
  { mode = 'sandbox', timeoutMs = 2_500 }: { readonly mode?: Mode; readonly timeoutMs?: number } = {},
): Promise<SimulatedExchange> {
  const account = { name, key: `key-of-${name}`, secret: Buffer.from(`secret of ${name}`).toString('base64') };
  const onTrouble = (error: unknown) => {
    if (process.env.EXCHANGE_TROUBLE) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  };
  const simulator = await startExchangeSimulator({
    ...account,
    exchange: name,
    db,
    mode,
    slowMs: 2 * timeoutMs,
    onTrouble,
  });
  const open = (patienceMs: number) =>
    openCcxtExchange({ ...account, url: simulator.url }, { mode, timeoutMs: patienceMs, paced: false });
  return { simulator, exchange: open(timeoutMs), patient: open(60_000) };
}

/** An order with an id of its own. */
export function testOrder(given: Partial<VenueOrder> = {}): VenueOrder {
  return {
    id: newId(),
    asset: 'BTC',
    side: 'sell',
    quoteId: null,
    amount: parseExact('0.5'),
    bound: parseExact('79000'),
    sentAtMs: Date.now(),
    deadlineMs: Date.now() + 10_000,
    ...given,
  };
}
