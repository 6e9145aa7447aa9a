import type { Page } from 'playwright-core';
import { type CardBehavior, testCardOf } from '../activities/card-partner/simulator/faults.ts';
import { connect } from '../db/connect.ts';
import { one } from '../db/core/sql.ts';
import { accountXpubOf, deriveAddress } from '../domain/assets/derivation.ts';
import { newId } from '../domain/ids.ts';
import type { CardOrderStatus } from '../domain/state/card-order-status.ts';
import type { Started } from '../scripts/start/announce.ts';
import type { ProductServers } from '../scripts/testing/product.ts';
import { openSimulatedPartner } from './card-partner.fixture.ts';
import { openMailBox } from './mail-box.fixture.ts';

/** A bound for what hangs: steps of the partner, blocks, and the next look of the workflow. */
const PATIENCE_MS = 90_000;

/** An order as the gateway keeps it. Amounts are euro cents as text, null before the delivery. */
interface KeptCardOrder {
  readonly status: CardOrderStatus;
  readonly reason: string | null;
  readonly needs_operator: boolean;
  readonly euro: string | null;
  readonly share: string | null;
  readonly commission: string | null;
}

/** Euro cents of an order in the ledger by account; without those that are even. */
type BookedCardOrder = Readonly<Record<string, string>>;

/** Customers who buy coins by card in sandbox, on the running product; its records, and the simulated partner. */
export function openCardCustomers(product: Started, { dataDir, databaseUrl }: ProductServers) {
  const mails = openMailBox(product.mail_ui);
  const partner = openSimulatedPartner(product.url, dataDir);
  const db = connect(databaseUrl, { poolSize: 2, applicationName: 'tidegate-e2e' });
  const read = (id: string) => one<KeptCardOrder>(db, orderSql, [id]);
  return {
    partner,
    close: () => db.close(),

    /** The page on which the shop of an invoice sells coins. */
    async pageOfShop(invoiceId: string): Promise<string> {
      const { id } = await one<{ id: string }>(db, 'SELECT profile_id AS id FROM invoice WHERE id = $1', [invoiceId]);
      return `${product.url}/card-payment/shop/${id}?gate_id=BTC&fiat=EUR&fiat_amount=100`;
    },

    /**
     * From the first step of the page to the last before the seller's, as a new customer.
     * @param address null for an invoice, which knows its own
     * @returns the ID of the order
     */
    async fillIn(page: Page, address: string | null): Promise<string> {
      await titled(page, address === null ? 'Pay by card' : 'Buy crypto by card');
      await page.locator('#country').selectOption('DE');
      await press(page, 'Continue');
      if (address !== null) {
        await titled(page, 'Where should your BTC go?');
        await page.locator('#address').fill(address);
        await press(page, 'Continue');
      }
      const email = `payer-${newId().slice(-12)}@example.com`;
      await titled(page, 'Your email');
      await page.locator('#email').fill(email);
      await page.getByRole('checkbox').check();
      await press(page, 'Send code');
      await page.locator('#code').fill(await mails.codeOf(email, '[Sandbox] Your code to buy coins'));
      await titled(page, 'Check your order');
      return (await one<{ id: string }>(db, orderOfSql, [email])).id;
    },

    /** Places the order. The seller sets the price only then: a worse one than was shown is accepted. */
    async goToSeller(page: Page): Promise<void> {
      await press(page, 'Continue to payment');
      const [accept, seller] = [
        page.getByRole('button', { name: 'Accept new price' }),
        page.getByRole('heading', { name: 'Buy crypto', exact: true }),
      ];
      await accept.or(seller).waitFor();
      if (await accept.isVisible()) await accept.click();
      await seller.waitFor();
    },

    /** Reads until the order has the status. @throws Error that says what it has instead */
    async until(id: string, status: CardOrderStatus): Promise<KeptCardOrder> {
      const deadlineMs = Date.now() + PATIENCE_MS;
      for (;;) {
        const order = await read(id);
        if (order.status === status) return order;
        if (Date.now() > deadlineMs) {
          const theirs = partner.ordersOf(id).map((each) => `${each.status} (${each.step}) ${each.transactionHash}`);
          throw new Error(
            `Card order ${id} is ${order.status} (${order.reason}), not ${status}, after ${PATIENCE_MS} ms. ` +
              `At the partner: ${theirs.join(', ') || 'nothing'}.`,
          );
        }
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    },

    async booked(id: string): Promise<BookedCardOrder> {
      const { sums } = await one<{ sums: BookedCardOrder | null }>(db, bookedSql, [`card_order:${id}`]);
      return sums ?? {};
    },
  };
}

const orderSql = `
  SELECT status, status_reason AS reason, needs_operator, euro_minor::text AS euro, share_minor::text AS share,
    commission_minor::text AS commission
  FROM card_order WHERE id = $1`;

const orderOfSql = `
  SELECT o.id FROM card_order o JOIN card_customer c ON c.id = o.customer_id WHERE c.email = $1`;

/** Credits less debits. */
const bookedSql = `
  SELECT json_object_agg(kind, minor) AS sums FROM (
    SELECT a.kind, (-sum(e.amount))::text AS minor
    FROM transfer t JOIN entry e ON e.transfer_id = t.id JOIN account a ON a.id = e.account_id
    WHERE t.entity = $1 GROUP BY a.kind HAVING sum(e.amount) <> 0) booked`;

/** An address on the simulated chain of Bitcoin that is nobody's in the gateway. */
export function outsideAddress(index: number): string {
  const accountXpub = accountXpubOf({ seed: Buffer.alloc(64, 3), network: 'BTC', chain: 'regtest' });
  return deriveAddress({ network: 'BTC', accountXpub, index, chain: 'regtest' }).address;
}

/** The heading of a page that is connected. */
export function titled(page: Page, title: string): Promise<void> {
  return page.locator('html[data-live] #title', { hasText: title }).waitFor();
}

export function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click();
}

/** Goes through the seller's page up to the card, as a customer whom it does not know. */
export async function payAtSeller(page: Page, behavior: CardBehavior): Promise<void> {
  await identifyAtSeller(page, 'Nora Quay');
  await page.getByLabel('Card number').fill(testCardOf(behavior));
  await page.getByRole('button', { name: /^Pay / }).click();
}

/** @param name decides what the seller thinks of the identity */
export async function identifyAtSeller(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full name').fill(name);
  await press(page, 'Verify identity');
}
