import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { idOf, makeUser } from '../testing/fixtures.fixture.ts';
import {
  makeCardOrder,
  makeCardOrderRows,
  makeCardOrders,
  makeChargedBack,
  makeShortOrder,
} from '../testing/mock-card-orders.fixture.ts';
import { describeScreens } from '../testing/screens.fixture.ts';

const user = makeUser({ permissions: [...permissionsOf('admin')] });
const LIST = '/history?tab=cards';
const DETAILS = `/history/card?id=${idOf(1500)}`;
const state = { user };
const withOrder = (order: ReturnType<typeof makeShortOrder>) => ({ user, cardOrders: makeCardOrders({ order }) });

describeScreens('card purchases', [
  { name: 'card purchases', path: LIST, state },
  { name: 'no card purchases yet', path: LIST, state: { user, cardOrders: makeCardOrders({ rows: [] }) } },
  { name: 'no card purchase found', path: `${LIST}&search=zzz`, state },
  { name: 'a card purchase', path: DETAILS, state },
  { name: 'a card purchase under review', path: DETAILS, state: withOrder(makeShortOrder()) },
  { name: 'a card purchase that was charged back', path: DETAILS, state: withOrder(makeChargedBack()) },
]);

describe('card purchases', () => {
  const open = withDesk();
  const server = withBackOffice();
  const visit = async (path: string, changes: Parameters<typeof server.reset>[0] = {}) => {
    server.reset({ ...structuredClone(state), ...changes });
    const { page } = await open({ origin: server.url });
    await page.goto(server.url + path);
    return page;
  };

  it('are opened from the list, and lead back to it and to their invoice', async () => {
    const page = await visit(LIST, withOrder({ ...makeChargedBack(), id: idOf(1506) }));
    await page.getByRole('link', { name: '€244.00' }).click();
    await page.getByText('The customer’s bank took the payment back').waitFor();
    expect(await page.getByRole('link', { name: 'View invoice' }).getAttribute('href')).toContain(idOf(0));
    await page.getByRole('link', { name: 'Card purchases' }).click();
    await page.getByText('13 purchases').waitFor();
    await page.context().close();
  });

  it('change in place while the list is read, and new ones wait behind a button', async () => {
    const page = await visit(LIST);
    await page.getByText('13 purchases').waitFor();
    const [first, ...others] = server.state.cardOrders.rows;
    const news = { ...makeCardOrderRows()[0], id: idOf(1499), fiat_amount: '77.00' };
    server.state.cardOrders.rows = [news, { ...first, fiat_amount: '99.00' }, ...others] as never;
    server.tell({ id: first?.id ?? '', status: 'sending', version: 9 }, 'card_order');
    server.tell({ id: idOf(1499), status: 'placing', version: 2 }, 'card_order');
    await page.getByRole('link', { name: '€99.00' }).first().waitFor();
    await page.getByRole('button', { name: 'Show 1 new purchase' }).click();
    await page.getByText('14 purchases').waitFor();
    await page.context().close();
  });

  it('are read again on their page when they change', async () => {
    const page = await visit(DETAILS, withOrder(makeShortOrder()));
    await page.getByText('We are finding out with the seller').waitFor();
    server.state.cardOrders.order = makeCardOrder();
    server.tell({ id: idOf(1500), status: 'delivered', version: 9 }, 'card_order');
    await page.getByText('Coins confirmed on the chain').waitFor();
    await page.context().close();
  });

  it('that are not there yet lead to the link and the frame', async () => {
    const page = await visit(LIST, { cardOrders: makeCardOrders({ rows: [] }) });
    await page.getByRole('link', { name: 'Get link and frame' }).click();
    await page.getByRole('heading', { name: 'Sell coins by card' }).waitFor();
    await page.context().close();
  });

  it('are exported as they are narrowed', async () => {
    const page = await visit(`${LIST}&status=delivered`);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('heading', { name: 'Export card purchases' }).waitFor();
    await page.context().close();
  });

  it('are hidden from people who may not see invoices', async () => {
    const permissions = permissionsOf('admin').filter((each) => !each.startsWith('merchant_invoice_'));
    const page = await visit('/history?tab=refunds', { user: { ...user, permissions: [...permissions] } });
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: 'Card purchases' }).count()).toBe(0);
    await page.context().close();
  });
});
