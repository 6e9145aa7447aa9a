import { newId } from '../../domain/ids.ts';
import type { CardEarnings } from '../../domain/state/card-order.ts';
import type { PartnerNews } from '../../domain/state/card-order-status.ts';
import { type Db, inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { select } from '../core/sql.ts';
import { RECIPIENTS } from '../payouts/testing.fixture.ts';
import { applyStep } from '../process/apply.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { placeCardOrder } from './act.ts';
import { changeDraft, createCardOrder, type NewCardOrder } from './create.ts';
import { earningsNow } from './euro-value.ts';
import { type CardOrderStepEvent, cardOrderProcess } from './process.ts';
import { readCardOrder } from './read.ts';
import { cardCustomersTable } from './rows.ts';

/** 100.00 EUR for 0.5 LTC: 2 % of it are the commission, and a half of that is the shop's. */
export const ORDERED = {
  gateId: 'LTC',
  fiat: 'EUR',
  fixedSide: 'fiat',
  fiatMinor: 10_000n,
  cryptoMinor: 50_000_000n,
  processingFeeMinor: 190n,
  networkFeeMinor: 10n,
  country: 'DE',
  method: 'card',
  commissionBps: 200,
  shareBps: 5_000,
  partner: 'simulator',
} as const;

type CardShop = Pick<TestMerchant, 'mode' | 'merchantId' | 'profileId'>;

/** The steps of the tests of card orders, on one database. */
export function cardDesk(db: Db) {
  async function draft(shop: CardShop, changes: Partial<NewCardOrder> = {}) {
    const { mode, merchantId, profileId } = shop;
    const nowMs = Date.now();
    const times = { quotedAt: new Date(nowMs), quoteExpiresAt: new Date(nowMs + 60_000) };
    const of = { mode, merchantId, profileId, invoiceId: null, language: null, returnUrl: null } as const;
    return inTransaction(db, (tx) => createCardOrder(tx, { ...of, ...ORDERED, ...times, ...changes }, nowMs));
  }

  /** A draft to which nothing is missing. */
  async function complete(shop: CardShop, changes: Partial<NewCardOrder> = {}) {
    const { row, secret } = await draft(shop, changes);
    const customer = await cardCustomersTable.create(db, {
      id: newId(),
      mode: shop.mode,
      email: `${row.id}@payer.test`,
      country: 'DE',
      verifiedAt: new Date(),
    });
    const { address = RECIPIENTS.LTC, addressKey = LTC_KEY, destinationTag = null } = changes;
    const target = { address, addressKey, destinationTag };
    const changed = await inTransaction(db, (tx) =>
      changeDraft(tx, row.id, { ...target, customerId: customer.id, termsAcceptedAt: new Date() }, Date.now()),
    );
    return { id: changed.id, secret, customer };
  }

  async function placing(shop: CardShop, changes: Partial<NewCardOrder> = {}): Promise<string> {
    const { id } = await complete(shop, changes);
    await inTransaction(db, (tx) => placeCardOrder(tx, id, Date.now()));
    return id;
  }

  const step = (id: string, event: CardOrderStepEvent, nowMs = Date.now()) =>
    moneyTransaction(db, (tx) => applyStep(tx, cardOrderProcess, { id, event, cause: null, nowMs }));

  const news = (id: string, status: PartnerNews | null, more: Partial<Fetched> = {}) =>
    step(id, {
      type: 'partner',
      order: { news: status, statusText: String(status), txid: null, fiatMinor: null, cryptoMinor: null, ...more },
      readAtMs: Date.now(),
      payerUrl: null,
    });

  async function placed(shop: CardShop, changes: Partial<NewCardOrder> = {}): Promise<string> {
    const id = await placing(shop, changes);
    const pages = { checkoutUrl: Buffer.from('sealed'), checkoutUntil: new Date(), payerUrl: null };
    await step(id, { type: 'placed', partnerOrderId: `partner-${id}`, pages });
    return id;
  }

  async function sending(shop: CardShop, changes: Partial<NewCardOrder> = {}) {
    const id = await placed(shop, changes);
    const txid = newId().replaceAll('-', '').padEnd(64, '0');
    await news(id, 'processing');
    await news(id, 'sent', { txid });
    return { id, txid };
  }

  async function deliver({ id, txid }: { readonly id: string; readonly txid: string }, earnings?: CardEarnings) {
    const row = await readCardOrder(db, id);
    const earned = earnings ?? (await earningsNow(db, row));
    return step(id, { type: 'delivered', seen: { minor: row.cryptoMinor, txid, output: '0' }, earnings: earned });
  }

  async function delivered(shop: CardShop, changes: Partial<NewCardOrder> = {}): Promise<string> {
    const of = await sending(shop, changes);
    await deliver(of);
    return of.id;
  }

  /** The sums of accounts in euro: the shop's, and the gateway's that purchases by card move. */
  async function books({ merchantId, mode }: TestMerchant): Promise<Record<string, bigint>> {
    const rows = await select<{ kind: string; minor: string }>(db, booksSql, [merchantId, mode]);
    return Object.fromEntries(rows.map(({ kind, minor }) => [kind, BigInt(minor)]).filter(([, minor]) => minor !== 0n));
  }

  return { draft, complete, placing, placed, sending, deliver, delivered, step, news, books };
}

type Fetched = Extract<CardOrderStepEvent, { type: 'partner' }>['order'];

/** The script of RECIPIENTS.LTC is not needed where no chain is looked at. */
const LTC_KEY = '0014000000000000000000000000000000000000dead';

const booksSql = `
  SELECT kind, sum(credits_posted - debits_posted)::text AS minor FROM account
  WHERE asset = 'EUR' AND mode = $2 AND (owner = $1 OR kind IN ('card_commission', 'fees:card', 'reorg_loss'))
  GROUP BY kind`;
