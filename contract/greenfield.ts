import { type Static, type TSchema, Type } from 'typebox';
import { Exact, Nullable } from './basics.ts';

// Answers in the shapes of BTCPay's Greenfield API: times are UNIX seconds, amounts are decimal text, objects have no
// envelope. Plugins read every field without asking whether it is there, so none is optional.

const Seconds = Type.Integer({ description: 'UNIX seconds.' });
const Decimal = Type.String({ description: 'A decimal amount.' });
/** Whatever a plugin stored there. */
const Anything = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'As it was sent.',
});

export const GreenfieldCheckout = Exact(
  {
    speedPolicy: Type.String(),
    paymentMethods: Type.Array(Type.String()),
    defaultPaymentMethod: Nullable(Type.String()),
    lazyPaymentMethods: Nullable(Type.Boolean()),
    expirationMinutes: Type.Integer(),
    monitoringMinutes: Type.Integer(),
    paymentTolerance: Type.Number(),
    redirectURL: Nullable(Type.String()),
    redirectAutomatically: Type.Boolean(),
    defaultLanguage: Nullable(Type.String()),
  },
  { title: 'GreenfieldCheckout' },
);

export const GreenfieldInvoice = Exact(
  {
    id: Type.String(),
    storeId: Type.String(),
    amount: Decimal,
    paidAmount: Decimal,
    currency: Type.String(),
    type: Type.String(),
    checkoutLink: Type.String(),
    createdTime: Seconds,
    expirationTime: Seconds,
    monitoringExpiration: Seconds,
    status: Type.String({ description: 'New, Processing, Settled, Expired or Invalid.' }),
    additionalStatus: Type.String({ description: 'None, PaidPartial, PaidLate, PaidOver, Marked or Invalid.' }),
    availableStatusesForManualMarking: Type.Array(Type.String()),
    archived: Type.Boolean(),
    metadata: Anything,
    checkout: GreenfieldCheckout,
    receipt: Exact({
      enabled: Nullable(Type.Boolean()),
      showQR: Nullable(Type.Boolean()),
      showPayments: Nullable(Type.Boolean()),
    }),
  },
  { title: 'GreenfieldInvoice' },
);

export const GreenfieldPayment = Exact(
  {
    id: Type.String({ description: 'The transaction’s id, a hyphen and its output.' }),
    receivedDate: Seconds,
    value: Decimal,
    fee: Decimal,
    status: Type.String({ description: 'Processing, Settled or Invalid.' }),
    destination: Type.String(),
  },
  { title: 'GreenfieldPayment' },
);

export const GreenfieldInvoiceMethod = Exact(
  {
    paymentMethodId: Type.String(),
    currency: Type.String(),
    destination: Type.String({ description: 'Empty until the payer chooses this coin.' }),
    paymentLink: Type.String(),
    rate: Decimal,
    paymentMethodPaid: Decimal,
    totalPaid: Decimal,
    due: Decimal,
    amount: Decimal,
    paymentMethodFee: Decimal,
    payments: Type.Array(GreenfieldPayment),
    activated: Type.Boolean({ description: 'Whether the payer has chosen it.' }),
    additionalData: Anything,
  },
  { title: 'GreenfieldInvoiceMethod' },
);

export const GreenfieldStore = Exact(
  {
    id: Type.String(),
    name: Type.String(),
    website: Nullable(Type.String()),
    defaultCurrency: Type.String(),
    speedPolicy: Type.String(),
    invoiceExpiration: Type.Integer({ description: 'Seconds.' }),
    displayExpirationTimer: Type.Integer(),
    monitoringExpiration: Type.Integer({ description: 'Seconds.' }),
    paymentTolerance: Type.Number(),
    anyoneCanCreateInvoice: Type.Boolean(),
    defaultLang: Type.String(),
    defaultPaymentMethod: Nullable(Type.String()),
    archived: Type.Boolean(),
  },
  { title: 'GreenfieldStore' },
);

export const GreenfieldStoreMethod = Exact(
  { paymentMethodId: Type.String(), enabled: Type.Boolean(), cryptoCode: Type.String(), config: Nullable(Anything) },
  { title: 'GreenfieldStoreMethod' },
);

export const GreenfieldServerInfo = Exact(
  {
    version: Type.String({ description: 'Of BTCPay Server, whose contract is followed.' }),
    onion: Nullable(Type.String()),
    supportedPaymentMethods: Type.Array(Type.String()),
    fullySynched: Type.Boolean(),
    isFullySynched: Type.Boolean(),
    syncStatus: Type.Array(Anything),
  },
  { title: 'GreenfieldServerInfo' },
);

export const GreenfieldHealth = Exact({ synchronized: Type.Boolean() }, { title: 'GreenfieldHealth' });

export const GreenfieldKey = Exact(
  {
    apiKey: Type.String({ description: 'The key that was used to ask.' }),
    label: Type.String(),
    permissions: Type.Array(Type.String({ description: '`permission:store`' })),
  },
  { title: 'GreenfieldKey' },
);

export const GreenfieldPullPayment = Exact(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    currency: Type.String(),
    amount: Decimal,
    period: Nullable(Type.Integer()),
    BOLT11Expiration: Type.Integer({ description: 'Days.' }),
    autoApproveClaims: Type.Boolean(),
    archived: Type.Boolean(),
    viewLink: Type.String({ description: 'The page on which the payer names an address.' }),
  },
  { title: 'GreenfieldPullPayment' },
);

const GreenfieldFault = Exact({ path: Type.String(), message: Type.String() }, { title: 'GreenfieldFault' });
const GreenfieldError = Exact(
  { code: Type.String(), message: Type.String(), missingPermission: Type.Optional(Type.String()) },
  { title: 'GreenfieldError' },
);
const described = <Schema extends TSchema>(schema: Schema, description: string) => ({ ...schema, description });

/** Errors that every call of Greenfield can be refused with. */
export const greenfieldRefusals = {
  400: described(GreenfieldError, 'The body cannot be read, or the present state does not allow it.'),
  401: described(GreenfieldError, 'No key, or a wrong one.'),
  403: described(GreenfieldError, 'The key does not have the permission in this shop.'),
  404: described(GreenfieldError, 'There is no such object, or it is not of this shop.'),
  422: described(Type.Array(GreenfieldFault), 'What is wrong with the body, field by field.'),
  429: described(GreenfieldError, 'Too many requests; try again after Retry-After seconds.'),
  503: described(GreenfieldError, 'Not available now; try again after Retry-After seconds.'),
};

/**
 * A body that plugins fill as they like: it is read field by field where it is used, and what is unknown is ignored. It
 * is the opposite of our own API, because the plugins cannot be changed.
 */
export const PluginBody = (description: string, example: object) =>
  Type.Unsafe<unknown>({ description: `${description} Unknown fields and nulls are ignored.`, examples: [example] });

export type GreenfieldInvoice = Static<typeof GreenfieldInvoice>;
export type GreenfieldInvoiceMethod = Static<typeof GreenfieldInvoiceMethod>;
export type GreenfieldPayment = Static<typeof GreenfieldPayment>;
export type GreenfieldStore = Static<typeof GreenfieldStore>;
export type GreenfieldPullPayment = Static<typeof GreenfieldPullPayment>;

const authorizedEvents = Exact({
  everything: Type.Boolean(),
  specificEvents: Type.Array(Type.String({ description: 'InvoiceCreated, InvoiceSettled, …' })),
});

export const GreenfieldWebhook = Exact(
  {
    id: Type.String(),
    enabled: Type.Boolean(),
    automaticRedelivery: Type.Boolean(),
    url: Type.String(),
    authorizedEvents,
  },
  { title: 'GreenfieldWebhook' },
);

/** The secret is in the answer to the call that made it, and in no other. */
export const GreenfieldWebhookWithSecret = Exact(
  { ...GreenfieldWebhook.properties, secret: Type.String() },
  { title: 'GreenfieldWebhookWithSecret' },
);

export const GreenfieldDelivery = Exact(
  {
    id: Type.String(),
    timestamp: Seconds,
    httpCode: Nullable(Type.Integer()),
    errorMessage: Nullable(Type.String()),
    status: Type.String({ description: 'HttpSuccess, HttpError or Failed.' }),
  },
  { title: 'GreenfieldDelivery' },
);

export type GreenfieldWebhook = Static<typeof GreenfieldWebhook>;
export type GreenfieldDelivery = Static<typeof GreenfieldDelivery>;
