import { type Static, type TSchema, Type } from 'typebox';
import { CRYPTO_GATES, GATE_IDS, MODES, NETWORKS } from '../domain/assets/assets.ts';
import { WARNING_CODES } from '../domain/leniency/warning.ts';
import { INVOICE_STATUSES } from '../domain/state/invoice-status.ts';
import { PAYOUT_STATUSES } from '../domain/state/payout-status.ts';

/** The status of one incoming transaction according to the chain. */
const TRANSACTION_STATUSES = ['seen', 'mined', 'confirmed', 'dropped', 'replaced', 'failed'] as const;

/**
 * Text without control characters, save tab and line breaks: the database stores no NUL, and nothing a merchant names
 * needs the others.
 */
const TEXT = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$';

/** A decimal amount in major units: digits and one point; no sign, no exponent, no needless leading zero. */
const AMOUNT = '^(0|[1-9][0-9]{0,29})(\\.[0-9]{1,18})?$';

export const Amount = Type.String({
  pattern: AMOUNT,
  maxLength: 49,
  description: 'A decimal amount in major units, as a string. JSON numbers are refused.',
  examples: ['49.90'],
});

export const Uuid = Type.String({ format: 'uuid', description: 'UUID version 7.' });
export const Instant = Type.String({
  format: 'date-time',
  description: 'ISO 8601, UTC, milliseconds.',
  examples: ['2026-11-20T12:00:00.000Z'],
});
export const CurrencyCode = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'ISO 4217 code of a fiat currency.',
  examples: ['EUR'],
  'x-lenient': 'upper',
  'x-expects': 'an ISO 4217 code of three letters such as EUR',
});

export const GateIdSchema = Type.Enum(GATE_IDS, {
  type: 'string',
  title: 'GateId',
  description: 'An asset on a network.',
});
export const CryptoGateIdSchema = Type.Enum(CRYPTO_GATES, {
  type: 'string',
  title: 'CryptoGateId',
  description: 'A coin on a network.',
});
export const Percent = Type.String({
  pattern: '^(100|[0-9]{1,2})(\\.[0-9]{1,2})?$',
  maxLength: 6,
  description: 'Per cent with up to two decimals, as a string.',
  examples: ['19.00'],
});
export const NetworkSchema = Type.Enum(NETWORKS, { type: 'string', title: 'Network' });
export const ModeSchema = Type.Enum(MODES, { type: 'string', title: 'Mode' });
export const InvoiceStatusSchema = Type.Enum(INVOICE_STATUSES, { type: 'string', title: 'InvoiceStatus' });
export const PayoutStatusSchema = Type.Enum(PAYOUT_STATUSES, { type: 'string', title: 'PayoutStatus' });
export const TransactionStatusSchema = Type.Enum(TRANSACTION_STATUSES, {
  type: 'string',
  title: 'TransactionStatus',
  description: 'What the chain says of the transaction.',
});

export type Network = Static<typeof NetworkSchema>;

/** Text of at most `maxLength` characters; empty text is refused, as leaving the field out says the same. */
export function Text(maxLength: number, description?: string) {
  return Type.String({ minLength: 1, maxLength, pattern: TEXT, ...(description ? { description } : {}) });
}

/** The coins that an invoice can be paid in. */
export const PayableGates = Type.Array(CryptoGateIdSchema, { minItems: 1, maxItems: 8, uniqueItems: true });

/** A price of a form, in major units of its currency, whose decimals are checked apart. */
export const Price = Type.String({
  pattern: '^(0|[1-9][0-9]{0,29})(\\.[0-9]{1,18})?$',
  maxLength: 49,
  examples: ['49.90'],
});

/** A name that people are to recognize something by: a character that is not a space is in it. */
export function Name(maxLength: number, description?: string) {
  return Type.String({ ...Text(maxLength, description), pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$' });
}

/** An absolute http or https address. Which of the two, and whose domain, is decided by mode and profile. */
export function WebAddress(description: string) {
  return Type.String({
    minLength: 8,
    maxLength: 2000,
    pattern: '^https?://[^\\s\\u0000-\\u0020"<>\\\\^`{|}]+$',
    description,
  });
}

/**
 * The same as shops send it: with `|`, and with placeholders after the host, where they cannot choose who is called.
 */
export function ShopAddress(description: string) {
  return Type.String({
    maxLength: 2000,
    pattern:
      '^https?://[^\\s\\u0000-\\u0020"<>\\\\^`{|}/?#]+([/?#]([^\\s\\u0000-\\u0020"<>\\\\^`{}]|\\{(invoice_id|reference)\\})*)?$',
    description: `${description}. \`{invoice_id}\` and \`{reference}\` are filled in.`,
    'x-lenient': 'url',
    'x-expects': 'an http or https address; of braces only {invoice_id} and {reference}, after the host',
  });
}

/** A page of the shop that payers are sent to, as shops send it. */
export function ReturnShopAddress(description: string) {
  return ShopAddress(`${description}. On the domain of the profile, which production needs for it`);
}

/** A page of the shop that payers are sent to. */
export function ReturnAddress(description: string) {
  return WebAddress(`${description}. On the domain of the profile, which production needs for it.`);
}

/**
 * The schema or null, as one schema: several types in one are serialised without trying alternatives. The public
 * document reads from `x-nullable-of` which schema it is.
 */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  const { title, ...plain } = { ...schema } as Record<string, unknown>;
  return Type.Unsafe<Static<Schema> | null>({
    ...plain,
    ...(title === undefined ? {} : { 'x-nullable-of': title }),
    type: [plain.type, 'null'],
    ...(Array.isArray(plain.enum) ? { enum: [...plain.enum, null] } : {}),
  });
}

/** An object that refuses fields it does not name. */
export function Exact<Properties extends Record<string, TSchema>>(
  properties: Properties,
  options: { title?: string; description?: string; minProperties?: number; examples?: readonly object[] } = {},
) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** A part of an accepted request that was dropped, cut or changed. */
const Warning = Exact(
  {
    field: Type.String({ description: 'Path of the field.', examples: ['customer.email'] }),
    code: Type.Enum(WARNING_CODES, { type: 'string' }),
    message: Type.String(),
  },
  { title: 'Warning' },
);

/** `{ "data": …, "warnings": […] }`, of calls that forgive what only decorates an order. */
export function Forgiven<Schema extends TSchema>(schema: Schema) {
  return Exact({
    data: schema,
    warnings: Type.Optional(
      Type.Array(Warning, { description: 'What was dropped, cut or changed of the request; absent if nothing was.' }),
    ),
  });
}

/** `{ "data": … }`, the envelope of one object. */
export function Data<Schema extends TSchema>(schema: Schema) {
  return Exact({ data: schema });
}

export const Pagination = Exact(
  { total: Type.Integer({ minimum: 0 }), page: Type.Integer({ minimum: 1 }), per_page: Type.Integer({ minimum: 1 }) },
  { title: 'Pagination' },
);

/** `{ "data": […], "pagination": … }`, the envelope of a list. */
export function Page<Schema extends TSchema>(schema: Schema) {
  return Exact({ data: Type.Array(schema), pagination: Pagination });
}

/** A version of the API, in answers. */
export function VersionName(description: string) {
  return Type.String({ description, examples: ['2026-11-29'] });
}

/** The same in bodies, which choose it. */
export function VersionChoice(description: string) {
  return Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description, examples: ['2026-11-29'] });
}

/** Query of what sends money: with it, everything is checked and nothing is done. */
export const ValidateOnlyQuery = Exact({
  validate_only: Type.Optional(
    Type.Boolean({
      description: 'Checks everything and does nothing: 200 with what would be made, whose IDs are not kept.',
    }),
  ),
});

/** Path parameters of a route with one id. */
export const IdParams = Exact({ id: Uuid });
