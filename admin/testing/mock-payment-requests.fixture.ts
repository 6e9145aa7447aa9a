import type {
  InvoiceRecipient,
  SpaCreatePaymentRequestBody,
  SpaPaymentRequest,
} from '../../contract/payment-requests.ts';
import { isCancelable, REQUEST_STATUSES, type RequestStatus } from '../../domain/payment-requests/status.ts';
import { idOf, NOW } from './fixtures.fixture.ts';
import type { MockCall } from './mock-accounts.fixture.ts';

/** The mock's payment requests. */
export interface MockPaymentRequests {
  rows: SpaPaymentRequest[];
  recipients: InvoiceRecipient[];
  /** How the list answers. */
  lists: 'answer' | 'fail' | 'hang';
}

export function makePaymentRequests(changes: Partial<MockPaymentRequests> = {}): MockPaymentRequests {
  return { rows: makeRequestRows(), recipients: [...PEOPLE], lists: 'answer', ...changes };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PEOPLE: readonly InvoiceRecipient[] = [
  { name: 'Jonas Weber', email: 'jonas.weber@example.com' },
  { name: 'Amélie Fournier', email: 'amelie@atelier-fournier.example' },
  { name: 'Northern Lights Expeditions and Outdoor Equipment', email: 'accounts.payable@northern-lights.example' },
  { name: 'Jonas Weber', email: 'jonas@weber-mountaineering.example' },
];

/** Sent two days before, with one email, of which nothing was paid. */
export function makePaymentRequest(changes: Partial<SpaPaymentRequest> = {}): SpaPaymentRequest {
  const { status = 'sent' } = changes;
  const createdMs = Date.parse(NOW) - 2 * DAY_MS;
  return {
    id: idOf(1400),
    mode: 'sandbox',
    status,
    recipient_name: 'Jonas Weber',
    recipient_email: 'jonas.weber@example.com',
    language: 'de',
    description: 'Guided tour, 12 December',
    amount: '249.00',
    currency: 'EUR',
    gates: null,
    success_url: null,
    service_fee_payer: null,
    conversion_fee_payer: null,
    refund_fee_payer: null,
    network_fee_payer: null,
    autocomplete: null,
    underpaid_tolerance: null,
    overpaid_tolerance: null,
    url: `https://pay.tidegate.example/request/${idOf(1400)}`,
    ...invoiceOf(status),
    mail_count: 1,
    mailed_at: new Date(createdMs).toISOString(),
    created_at: new Date(createdMs).toISOString(),
    expires_at: new Date(createdMs + 14 * DAY_MS).toISOString(),
    canceled_at: status === 'canceled' ? NOW : null,
    actions: {
      cancel: isCancelable(status),
      remind_from: status === 'sent' ? new Date(createdMs + HOUR_MS).toISOString() : null,
    },
    ...changes,
  };
}

function invoiceOf(status: RequestStatus): Pick<SpaPaymentRequest, 'invoice_id' | 'invoice_status'> {
  if (status === 'paying') return { invoice_id: idOf(0), invoice_status: 'confirming' };
  return status === 'paid'
    ? { invoice_id: idOf(0), invoice_status: 'done' }
    : { invoice_id: null, invoice_status: null };
}

/** Requests in every status, newest first. */
function makeRequestRows(): SpaPaymentRequest[] {
  return Array.from({ length: 17 }, (_, index) => {
    const { name, email } = PEOPLE[index % PEOPLE.length] as InvoiceRecipient;
    const createdMs = Date.parse(NOW) - index * 31 * HOUR_MS;
    return makePaymentRequest({
      id: idOf(1400 + index),
      status: REQUEST_STATUSES[index % REQUEST_STATUSES.length] ?? 'sent',
      recipient_name: name,
      recipient_email: email,
      amount: `${(index * 371 + 249) % 5000}.00`,
      created_at: new Date(createdMs).toISOString(),
      expires_at: new Date(createdMs + 14 * DAY_MS).toISOString(),
    });
  });
}

type Answer = [status: number, body: unknown];
const MISSING: Answer = [404, { message: 'Nothing found', code: 'not_found', request_id: 'req-7f3a91' }];
const FAILED: Answer = [500, { message: 'Internal server error', code: 'internal_error', request_id: 'req-7f3a91' }];

/** The calls of payment requests; undefined for all others. */
export function paymentRequestAnswer(
  call: MockCall,
  { paymentRequests: known }: { paymentRequests: MockPaymentRequests },
): Answer | 'hang' | undefined {
  const [, method, collection, id, act] =
    /^(\w+) \/spa\/(?:sandbox|production)(?::[^/]+)?\/(payment-requests|invoice-recipients)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(
      call.key,
    ) ?? [];
  if (collection === undefined) return undefined;
  const query = new URLSearchParams(call.path.split('?')[1] ?? '');
  if (collection === 'invoice-recipients') return [200, { data: recipientsOf(query, known) }];
  if (id === undefined && method === 'POST') return [201, { data: created(call.body, known) }];
  if (id === undefined && known.lists === 'hang') return 'hang';
  if (id === undefined) return known.lists === 'fail' ? FAILED : listOf(query, known.rows);
  const row = known.rows.find((each) => each.id === id);
  if (row === undefined) return MISSING;
  if (act === 'cancel')
    Object.assign(row, { status: 'canceled', canceled_at: NOW, actions: { cancel: false, remind_from: null } });
  if (act === 'remind') {
    const now = Date.now();
    Object.assign(row, {
      mail_count: row.mail_count + 1,
      mailed_at: new Date(now).toISOString(),
      actions: { ...row.actions, remind_from: new Date(now + HOUR_MS).toISOString() },
    });
  }
  return [200, { data: row }];
}

function created(body: MockCall['body'], known: MockPaymentRequests): SpaPaymentRequest {
  const { valid_days: _, ...settings } = body as unknown as SpaCreatePaymentRequestBody;
  const made = makePaymentRequest({ ...settings, id: idOf(1499), actions: { cancel: true, remind_from: null } });
  known.rows = [made, ...known.rows];
  return made;
}

function recipientsOf(query: URLSearchParams, { recipients }: MockPaymentRequests): InvoiceRecipient[] {
  const search = (query.get('search') ?? '').toLowerCase();
  return recipients.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(search)).slice(0, 20);
}

function listOf(query: URLSearchParams, rows: readonly SpaPaymentRequest[]): Answer {
  const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 25)];
  const statuses = query.get('status')?.split(',');
  const search = (query.get('search') ?? '').toLowerCase();
  const [from, to] = [query.get('date_from') ?? '', query.get('date_to') ?? '9'];
  const found = rows
    .filter(({ status }) => !statuses || statuses.includes(status))
    .filter(({ created_at }) => created_at >= from && created_at <= to)
    .filter((row) =>
      [row.id, row.recipient_name, row.recipient_email, row.description].some((text) =>
        text.toLowerCase().includes(search),
      ),
    );
  const shown = found.slice((page - 1) * perPage, page * perPage);
  return [200, { data: shown, pagination: { total: found.length, page, per_page: perPage } }];
}
