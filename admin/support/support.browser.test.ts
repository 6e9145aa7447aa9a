import type { Ticket, TicketLine } from '../../contract/support.ts';
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
