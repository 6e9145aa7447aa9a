import { type Static, Type } from 'typebox';
import { LANGUAGES } from '../domain/languages.ts';
import { decorating, forgiving, forgivingBody, informing } from '../domain/leniency/lenient-schema.ts';
import { ITEM_TYPES } from '../domain/money/items.ts';
import { ITEMS_TOTALS } from '../domain/money/pricing.ts';
import {
  Amount,
  CryptoGateIdSchema,
  CurrencyCode,
  Exact,
  PayableGates,
  ReturnShopAddress,
  ShopAddress,
  Text,
} from './basics.ts';
import { Autoconversion, tolerances } from './invoice.ts';

/** Text that only decorates an order: cut where it is too long. */
export const Decoration = (maxLength: number, description?: string) => forgiving('cut', Text(maxLength, description));

const SignedAmount = Type.String({
  pattern: '^-?(0|[1-9][0-9]{0,29})(\\.[0-9]{1,18})?$',
  maxLength: 50,
  description: 'A decimal amount in major units, as a string; negative for discounts. JSON numbers are refused.',
  examples: ['49.90'],
});

const NewItem = informing(
  Exact(
    {
      type: Type.Optional(Type.Enum(ITEM_TYPES, { type: 'string', description: 'Default: `item`.' })),
      name: Decoration(200),
      quantity: Type.Optional(
        Type.Unsafe<number | string>({
          type: ['number', 'string'],
          maxLength: 20,
          description: 'Above 0, with up to eight decimals; a number or a decimal string. Default: 1.',
          examples: [2],
        }),
      ),
      unit: Type.Optional(Decoration(20, 'What is counted, e.g. `kg`.')),
      price: Type.Optional(
        Type.String({ ...SignedAmount, description: 'A decimal amount: of one, with up to eight decimals.' }),
      ),
      amount: Type.Optional(
        Type.String({
          ...SignedAmount,
          description: 'A decimal amount: of the line, negative for discounts. Default: quantity × price, rounded.',
        }),
      ),
      tax: Type.Optional(
        Type.String({ ...Amount, description: 'A decimal amount: the tax that the amount contains; only shown.' }),
      ),
      sku: Type.Optional(Decoration(100, 'Your number of the article.')),
    },
    { title: 'NewItem', description: 'A line of the order: `name`, and `price` or `amount`.' },
  ),
  [
    'id',
    'product_id',
    'productid',
    'variant_id',
    'category',
    'description',
    'url',
    'options',
    'weight',
    'brand',
    'ean',
  ],
);

const NewCustomer = decorating(
  Exact(
    {
      email: Type.Optional(forgiving('email', Type.String({ format: 'email', maxLength: 254 }))),
      name: Type.Optional(Decoration(200)),
    },
    { title: 'NewCustomer', description: 'Only decorates the order: what is no email address is left out.' },
  ),
  ['id', 'address', 'address1', 'address2', 'state', 'first_name', 'last_name', 'username', 'gender', 'birthday'],
);

const Metadata = forgiving(
  'values',
  Type.Record(
    Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]{1,64}$' }),
    Type.String({ maxLength: 500, pattern: '^[^\\u0000]*$' }),
    {
      additionalProperties: false,
      maxProperties: 20,
      description: 'Up to 20 keys of your own, of up to 64 characters. Whole numbers are stored as text.',
      'x-expects': 'a key of 1 to 64 characters',
    },
  ),
);

/** The language of the payer's page and mails; what is read has become one of them. */
const Locale = forgiving(
  'locale',
  Type.Enum(LANGUAGES, {
    type: 'string',
    description:
      'Any BCP 47 or WordPress locale, such as `de_DE_formal`: the nearest of our languages is used. Default: the ' +
      'browser’s.',
    examples: ['de'],
  }),
);

/** An order's own number. */
const OrderReference = forgiving(
  'text',
  Text(255, 'Your order id; unique in the profile while its invoice lives. Whole numbers are stored as text.'),
);

const NewItems = Type.Array(NewItem, { minItems: 1, maxItems: 100 });

const ItemsTotalSchema = Type.Enum(ITEMS_TOTALS, {
  type: 'string',
  description:
    '`exact` (default): `amount` may differ from the sum of the items by one minor unit per line, for rounding. ' +
    '`informative`: the items are only shown, and `amount` is charged.',
});

/** Fields that describe an order without changing its price. */
const orderFields = {
  description: Type.Optional(Decoration(1000)),
  customer: Type.Optional(NewCustomer),
  success_url: Type.Optional(ReturnShopAddress('Where the payer returns to after paying')),
  cancel_url: Type.Optional(ReturnShopAddress('Where the payer returns to without paying')),
  notification_url: Type.Optional(ShopAddress('Where webhooks of this invoice go; default: that of the profile')),
  metadata: Type.Optional(Metadata),
  locale: Type.Optional(Locale),
};

/** How long an invoice may be open. */
export const EXPIRES_IN_SECONDS = { minimum: 60, maximum: 86_400 } as const;

/** `POST /api/v1/invoices`: only `currency` and one of `amount` and `items` are required. */
export const CreateInvoiceBody = forgivingBody(
  Exact(
    {
      amount: Type.Optional(Amount),
      currency: CurrencyCode,
      items: Type.Optional(NewItems),
      items_total: Type.Optional(ItemsTotalSchema),
      reference: Type.Optional(OrderReference),
      gates: Type.Optional(PayableGates),
      gate_id: Type.Optional(CryptoGateIdSchema),
      ...orderFields,
      replace: Type.Optional(
        Type.Boolean({
          description: 'Cancels the unpaid invoice of another price that has this reference, and creates a new one.',
        }),
      ),
      autoconversion: Type.Optional(Autoconversion),
      autocomplete: Type.Optional(Type.Boolean({ description: 'Complete by itself when paid after expiry.' })),
      ...tolerances,
      expires_in_seconds: Type.Optional(
        Type.Integer({
          ...EXPIRES_IN_SECONDS,
          description:
            'How long the payer’s page can be paid; default: 900. A rate is locked for 15 minutes from the choice of a ' +
            'coin; while nothing was sent, the payer then gets a new one by one press.',
          examples: [3600],
        }),
      ),
      lifetime_seconds: Type.Optional(
        Type.Integer({
          minimum: 5,
          maximum: 900,
          description: 'For tests of expiry. Other values than 900 in sandbox only; see `expires_in_seconds`.',
        }),
      ),
    },
    { title: 'CreateInvoice' },
  ),
);

/** `PATCH /api/v1/invoices/{id}`. */
export const ChangeInvoiceBody = forgivingBody(
  Exact(
    {
      amount: Type.Optional(Amount),
      items: Type.Optional(NewItems),
      items_total: Type.Optional(ItemsTotalSchema),
      reference: Type.Optional(OrderReference),
      metadata: Type.Optional(Metadata),
    },
    { title: 'ChangeInvoice' },
  ),
);

export type ChangeInvoiceBody = Static<typeof ChangeInvoiceBody>;
export type CreateInvoiceBody = Static<typeof CreateInvoiceBody>;
