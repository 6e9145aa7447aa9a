import { onPublicEvent } from '../../activities/webhooks/on-public-event.ts';
import { convertAtQuote } from '../../db/conversions/convert.ts';
import { makeConversionQuote } from '../../db/conversions/quotes.ts';
import { fundGate } from '../../db/conversions/testing.fixture.ts';
import { moneyTransaction } from '../../db/core/sequelize.ts';
import { one } from '../../db/core/sql.ts';
import { readSnapshot } from '../../db/invoices/snapshot.ts';
import { readPayout } from '../../db/payouts/read.ts';
import { fund, RECIPIENTS } from '../../db/payouts/testing.fixture.ts';
import { makeMerchant } from '../../db/testing.fixture.ts';
import { readWithdrawal } from '../../db/withdrawals/read.ts';
import { openTill, withdraw } from '../../db/withdrawals/testing.fixture.ts';
import { type Measured, openCounter } from './count-work.ts';
import { APPLICATION, type CostGateway, openGateway } from './gateway.ts';

/** A step of a payment's life that has a budget. */
export type PathName =
  | 'an invoice, created'
  | 'an invoice, created with its asset'
  | 'an asset, chosen'
  | 'a payment, seen'
  | 'a payment, confirmed'
  | 'an invoice, settled'
  | 'a webhook, delivered'
  | 'a payout, requested'
  | 'a payout, signed'
  | 'a payout, sent'
  | 'a payout, confirmed'
  | 'a conversion, priced'
  | 'a conversion, made'
  | 'a withdrawal, requested'
  | 'a withdrawal, given to the bank';

/** Counts what one step does. Whatever it needs is there already. */
type Step = (name: PathName, work: () => Promise<unknown>) => Promise<void>;

export interface Paths {
  /** Takes one invoice, payout, conversion and withdrawal through their lives and counts each step. */
  live(): Promise<ReadonlyMap<PathName, Measured>>;
  close(): Promise<void>;
}

/** After so many lives, each of the eight stripes of the gateway's accounts was used before. */
export const LIVES = 10;

export async function openPaths(url: string): Promise<Paths> {
  const counter = await openCounter(url, APPLICATION);
  const gateway = await openGateway(url);
  await gateway.chain.follow();
  return {
    async live() {
      const counted = new Map<PathName, Measured>();
      const step: Step = async (name, work) => {
        counted.set(name, await counter.count(work));
      };
      await invoiceLives(gateway, step);
      await payoutLives(gateway, step);
      await conversionLives(gateway, step);
      await withdrawalLives(gateway, step);
      return counted;
    },
    async close() {
      await gateway.close();
      await counter.close();
    },
  };
}

async function invoiceLives({ post, chain, activities, db, sender, receiver }: CostGateway, step: Step): Promise<void> {
  const price = { amount: '49.90', currency: 'EUR' };
  await step('an invoice, created with its asset', () => post('/api/v1/invoices', { ...price, gate_id: 'BTC' }));
  let id = '';
  await step('an invoice, created', async () => {
    ({ id } = await post('/api/v1/invoices', price));
  });
  await step('an asset, chosen', () => post(`/customer/invoices/${id}/currency`, { gate_id: 'BTC' }));
  await chain.follow();
  await chain.pay(id);
  await step('a payment, seen', () => chain.follow());
  await chain.mine();
  await chain.follow();
  await chain.mine();
  await step('a payment, confirmed', () => chain.follow());
  const { version } = await readSnapshot(db, id, Date.now());
  await step('an invoice, settled', () => activities.settleInvoice({ invoiceId: id, version }));

  const done = `SELECT id FROM event WHERE entity_id = $1 AND type = 'invoice.done'`;
  const { id: eventId } = await one<{ id: string }>(db, done, [id]);
  const message = { eventId, topic: 'event.invoice.done', payload: {} };
  await step('a webhook, delivered', () => onPublicEvent(sender)(message));
  if (!receiver.received.some(({ headers }) => headers['webhook-id'] === eventId))
    throw new Error('The webhook did not arrive.');
}

async function payoutLives({ db, shop, post, signer }: CostGateway, step: Step): Promise<void> {
  await fund(db, shop, 'BTC', 10_000_000n);
  let id = '';
  await step('a payout, requested', async () => {
    const body = { gate_id: 'BTC', amount: '0.001', address: RECIPIENTS.BTC, fee_payer: 'merchant' };
    ({ id } = await post('/api/v1/payouts', body));
  });
  await step('a payout, signed', () => signer.sign(id));
  await step('a payout, sent', () => signer.send(id));
  await signer.blocks(2);
  await step('a payout, confirmed', () => signer.track());
  const { status } = await readPayout(db, id);
  if (status !== 'done') throw new Error(`The payout is ${status}, not done.`);
}

async function conversionLives({ db }: CostGateway, step: Step): Promise<void> {
  const owner = await makeMerchant(db, { mode: 'production' });
  await fundGate(db, owner, 'BTC', 100_000_000n);
  let quoteId = '';
  await step('a conversion, priced', async () => {
    const request = { from: 'BTC', to: 'EUR', amountFromMinor: 1_000_000n, nowMs: Date.now() } as const;
    ({ id: quoteId } = await makeConversionQuote(db, owner, request));
  });
  const accepted = { quoteId, profileId: owner.profileId, by: owner.user.id, nowMs: Date.now() };
  await step('a conversion, made', () => moneyTransaction(db, (tx) => convertAtQuote(tx, accepted)));
}

async function withdrawalLives({ db, activities }: CostGateway, step: Step): Promise<void> {
  const till = await openTill(db);
  let id = '';
  await step('a withdrawal, requested', async () => {
    ({ id } = await withdraw(db, till));
  });
  const { version } = await readWithdrawal(db, id);
  await step('a withdrawal, given to the bank', () => activities.giveWithdrawal({ withdrawalId: id, version }));
}
