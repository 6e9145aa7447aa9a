import { type Static, Type } from 'typebox';
import { LANGUAGES } from '../domain/languages.ts';
import { forgiving, forgivingBody } from '../domain/leniency/lenient-schema.ts';
import { REQUEST_SORTS, REQUEST_STATUSES, VALID_DAYS } from '../domain/payment-requests/status.ts';
import { EmailAddress } from './account.ts';
import {
  Amount,
  CryptoGateIdSchema,
  CurrencyCode,
  Exact,
  Instant,
  InvoiceStatusSchema,
  ModeSchema,
  Nullable,
  PayableGates,
  Price,
  ReturnAddress,
  ReturnShopAddress,
  Text,
  Uuid,
} from './basics.ts';
import { tolerances } from './invoice.ts';
import { filters, PageQuery, statusesOf } from './lists.ts';
import { Decoration } from './new-invoice.ts';

const Payer = Type.Enum(['merchant', 'customer'], { type: 'string', description: 'Default: as the profile says.' });
const LanguageSchema = Type.Enum(LANGUAGES, { type: 'string', description: 'Of the email and the page.' });
const RequestStatus = Type.Enum(REQUEST_STATUSES, { type: 'string', title: 'PaymentRequestStatus' });

/** The name of the recipient: one line, with something in it. */
const RecipientName = Type.String({ minLength: 1, maxLength: 100, pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$' });

/** How it is paid, and for how long it can be. */
const terms = {
  currency: CurrencyCode,
  gates: Type.Optional(PayableGates),
  service_fee_payer: Type.Optional(Payer),
  network_fee_payer: Type.Optional(Payer),
  conversion_fee_payer: Type.Optional(Payer),
  refund_fee_payer: Type.Optional(Payer),
  autocomplete: Type.Optional(Type.Boolean({ description: 'Complete by itself when paid after expiry.' })),
  ...tolerances,
  valid_days: Type.Optional(Type.Integer({ minimum: 1, maximum: VALID_DAYS.most, default: VALID_DAYS.usual })),
};

/** As the form of the back office sends it. */
export const SpaCreatePaymentRequestBody = Exact(
  {
    recipient_name: RecipientName,
    recipient_email: EmailAddress,
    language: Type.Optional(LanguageSchema),
    description: Text(1000, 'What is paid for.'),
    amount: Price,
    success_url: Type.Optional(ReturnAddress('Where the payer returns to after paying')),
    ...terms,
  },
  { title: 'SpaCreatePaymentRequest' },
);

/** `POST /api/v1/payment-requests`: what decorates the email is cut, whom it goes to is exact. */
export const CreatePaymentRequestBody = forgivingBody(
  Exact(
    {
      recipient_name: forgiving('cut', RecipientName),
      recipient_email: EmailAddress,
      language: Type.Optional(
        forgiving(
          'locale',
          Type.Enum(LANGUAGES, {
            type: 'string',
            description: 'Of the email and the page: the nearest of our languages is used. Default: English.',
            examples: ['de'],
          }),
        ),
      ),
      description: Decoration(1000, 'What is paid for.'),
      amount: Amount,
      success_url: Type.Optional(ReturnShopAddress('Where the payer returns to after paying')),
      ...terms,
    },
    { title: 'CreatePaymentRequest' },
  ),
);

const shown = {
  id: Uuid,
  mode: ModeSchema,
  status: RequestStatus,
  recipient_name: Type.String(),
  recipient_email: Type.String(),
  language: LanguageSchema,
  description: Type.String(),
  amount: Type.String(),
  currency: CurrencyCode,
  gates: Type.Union([PayableGates, Type.Null()], { description: "Null: the profile's assets." }),
  success_url: Nullable(Type.String()),
  service_fee_payer: Nullable(Payer),
  network_fee_payer: Nullable(Payer),
  conversion_fee_payer: Nullable(Payer),
  refund_fee_payer: Nullable(Payer),
  autocomplete: Nullable(Type.Boolean()),
  underpaid_tolerance: Nullable(Type.String()),
  overpaid_tolerance: Nullable(Type.String()),
  url: Type.String({ description: 'The page of the recipient. Who has the address can pay.' }),
  invoice_id: Nullable({ ...Uuid, description: 'The newest invoice that the recipient made, or the one paid.' }),
  invoice_status: Type.Union([InvoiceStatusSchema, Type.Null()]),
  mail_count: Type.Integer({
    minimum: 0,
    description: 'Emails sent to the recipient; 0 while a limit of emails has stopped the first.',
  }),
  mailed_at: Instant,
  created_at: Instant,
  expires_at: Instant,
  canceled_at: Nullable(Instant),
};

/** A request as shops get it by API. */
export const PaymentRequest = Exact(shown, { title: 'PaymentRequest' });

/** The same in the back office, with what a person can do about it now. */
export const SpaPaymentRequest = Exact(
  {
    ...shown,
    actions: Exact({
      cancel: Type.Boolean(),
      remind_from: Nullable({ ...Instant, description: 'From when a reminder may be sent; null: never.' }),
    }),
  },
  { title: 'SpaPaymentRequest' },
);

const listFilters = {
  ...PageQuery.properties,
  date_from: filters.date_from,
  date_to: filters.date_to,
  status: statusesOf(REQUEST_STATUSES),
  search: Type.Optional(Text(200, 'Searches ID, recipient and description.')),
};

export const SpaPaymentRequestListQuery = Exact(listFilters);

/** By API: the one list contract. */
export const PaymentRequestListQuery = Exact({
  ...listFilters,
  sort: Type.Optional(Type.Enum(REQUEST_SORTS, { type: 'string' })),
  gate_id: Type.Optional({
    ...CryptoGateIdSchema,
    description: 'Payable in this asset: requests that name it, and those that leave the assets to the profile.',
  }),
});

/** One of the people to whom the profile has sent requests. */
export const InvoiceRecipient = Exact({ name: Type.String(), email: Type.String() }, { title: 'InvoiceRecipient' });

export const RecipientQuery = Exact({ search: Type.Optional(Text(200, 'In name and email address.')) });

/** The recipient's view before an invoice is made. */
export const CustomerPaymentRequest = Exact(
  {
    id: Uuid,
    mode: ModeSchema,
    status: RequestStatus,
    merchant: Type.String(),
    logo_url: Nullable(Type.String()),
    recipient_name: Type.String(),
    description: Type.String(),
    amount: Type.String(),
    currency: CurrencyCode,
    expires_at: Instant,
    invoice_url: Nullable(Type.String({ description: 'The page of the invoice that is open or paid.' })),
  },
  { title: 'CustomerPaymentRequest' },
);

/** The invoice of a request: the open or paid one, or a new one. */
export const RequestInvoice = Exact({ invoice_id: Uuid, invoice_url: Type.String() }, { title: 'RequestInvoice' });

export type CreatePaymentRequestBody = Static<typeof CreatePaymentRequestBody>;
export type SpaCreatePaymentRequestBody = Static<typeof SpaCreatePaymentRequestBody>;
export type PaymentRequest = Static<typeof PaymentRequest>;
export type SpaPaymentRequest = Static<typeof SpaPaymentRequest>;
export type PaymentRequestListQuery = Static<typeof PaymentRequestListQuery>;
export type CustomerPaymentRequest = Static<typeof CustomerPaymentRequest>;
export type InvoiceRecipient = Static<typeof InvoiceRecipient>;
