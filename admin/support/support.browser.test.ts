import { describe, expect, it } from 'vitest';
import type { Ticket, TicketLine } from '../../contract/support.ts';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { tabTo } from '../../scripts/testing/browser.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { idOf, makeInvoice, makeUser } from '../testing/fixtures.fixture.ts';
import { listed, makeRefund, makeRefunds } from '../testing/mock-refunds.fixture.ts';
import { describeScreens } from '../testing/screens.fixture.ts';

const ID = '01936b2e-9d1c-7a54-8b3a-1f2e3d4c5b6a';
const line: TicketLine = {
  id: ID,
  reference: 'T-7K2M9QXA',
  subject: 'Where is my payout? It was requested a long while ago and is still in the queue',
  status: 'answered',
  by: 'Ada Reach',
  created_at: '2026-11-20T10:15:00.000Z',
  updated_at: '2026-11-20T11:40:00.000Z',
};
const ticket: Ticket = {
  ...line,
  about: { kind: 'payout', id: ID, mode: 'sandbox', reference: null },
  messages: [
    {
      id: ID,
      from: 'customer',
      by: 'Ada Reach',
      text: 'It was sent an hour ago.\n\n<b>Please</b> look at https://evil.example',
      files: [{ id: ID, file_name: 'receipt.pdf', content_type: 'application/pdf', size_bytes: 182_000 }],
      at: '2026-11-20T10:15:00.000Z',
    },
    { id: ID.replace('6a', '6b'), from: 'support', by: null, text: 'It is confirmed.', files: [], at: line.updated_at },
  ],
  may_reply: true,
  may_rate: false,
  rating: null,
};
const one = (shown: Ticket) => ({ once: new Map([[`GET /spa/tickets/${ID}`, [200, { data: shown }] as const]]) });

describeScreens('every screen of support', [
  { name: 'tickets', path: '/tickets', state: { tickets: [line] } },
  { name: 'no tickets', path: '/tickets' },
  { name: 'new ticket', path: `/tickets/new?about=payout&id=${ID}` },
  { name: 'ticket', path: `/tickets/${ID}`, state: one(ticket) },
  {
    name: 'closed ticket',
    path: `/tickets/${ID}`,
    state: one({ ...ticket, status: 'closed', may_rate: true, may_reply: false }),
  },
]);

describe('a question to support about an object', () => {
  const open = withDesk();
  const server = withBackOffice();
  const user = makeUser({ permissions: [...permissionsOf('viewer')], role: 'viewer' });
  const refund = makeRefund();
  const refunded = { invoice: makeInvoice({ refunds: [listed(refund)] }), refunds: makeRefunds({ rows: [refund] }) };
  const PAGES = [
    { kind: 'invoice', path: `/history/details?id=${idOf(0)}`, id: idOf(0) },
    { kind: 'payout', path: `/payouts/details?id=${idOf(500)}`, id: idOf(500) },
    { kind: 'refund', path: `/history/details?id=${idOf(0)}`, id: refund.id, state: refunded },
    {
      kind: 'withdrawal',
      path: `/withdrawals/details?id=${idOf(1000)}`,
      id: idOf(1000),
      state: { user: { ...user, active_profile_type: 'production' as const } },
    },
    { kind: 'deposit', path: `/balance?tab=deposits&id=${idOf(1300)}`, id: idOf(1300) },
  ];

  it.each(PAGES)('begins at the $kind, by the keyboard, and names it', async ({ kind, path, id, state }) => {
    const once = new Map([
      ['POST /spa/tickets', [201, { data: ticket }] as const],
      [`GET /spa/tickets/${ID}`, [200, { data: ticket }] as const],
    ]);
    server.reset({ user, once, ...state });
    const { page, complaints } = await open({ origin: server.url });
    await page.goto(server.url + path);
    const name = `Ask support about this ${kind}`;
    await page.getByRole('link', { name }).waitFor();
    await tabTo(page, name);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New ticket' }).waitFor();
    expect(await page.getByLabel(`ID of the ${kind}`).inputValue()).toBe(id);
    await page.getByLabel('Subject').fill('What is this?');
    await page.getByRole('textbox', { name: 'Message' }).fill('I do not understand it.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Your ticket was sent').waitFor();
    const [sent] = server.state.calls.filter(({ method, path: to }) => method === 'POST' && to === '/spa/tickets');
    expect(sent?.body).toMatchObject({ about: { kind, id } });
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
