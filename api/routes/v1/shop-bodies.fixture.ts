/** The outcome of a body: the text of a refusal is matched, the list of warnings is complete. */
export type Outcome =
  | { readonly accepted: Readonly<Record<string, unknown>> }
  | { readonly warned: Readonly<Record<string, string>>; readonly shown?: Readonly<Record<string, unknown>> }
  | { readonly refused: Readonly<Record<string, RegExp>> };

/** One way in which platforms fill a field. */
export interface Form {
  readonly field: string;
  readonly form: string;
  /** Changes the platform's usual body; undefined leaves a field out. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly outcome: Outcome;
  /** Absent: any of them may send it. */
  readonly platforms?: readonly Platform[];
}

/** How each platform's plugins write an order that is right, to begin with; all but the amounts may be odd. */
export const PLATFORMS = {
  woocommerce: { amount: '49.90', currency: 'EUR', reference: 20418, description: 'Order #20418', metadata: [] },
  magento: {
    amount: '49.9000',
    currency: 'EUR',
    reference: '000000123',
    customer: { email: 'a@b.example', name: null },
  },
  prestashop: { amount: '49.900000', currency: 'EUR', reference: 'XKBKNABJK', gate_id: '' },
  shopware: { amount: '49.90', currency: 'EUR', reference: '10042', description: null, gates: [] },
  opencart: {
    amount: '49.9000',
    currency: 'EUR',
    reference: 77,
    cancel_url: 'https://oc.example/index.php?route=a/b|c',
  },
  drupal: { amount: '49.900000', currency: 'EUR', reference: '15', metadata: { store: 1 } },
  odoo: {
    amount: '49.90',
    currency: 'EUR',
    reference: 'S00017-1',
    customer: { name: 'YourCompany, Azure', email: '' },
  },
  whmcs: { amount: '49.90', currency: 'eur', reference: 3051, description: 'Invoice #3051' },
  django: { amount: '49.90', currency: 'EUR', reference: 'b0f2c1', metadata: { user: 42, basket: null } },
  laravel: { amount: '49.90', currency: 'EUR', reference: 'ord_9', metadata: [], customer: [] },
  rails: { amount: '49.9', currency: 'EUR', reference: 9, description: '' },
  node: { amount: '49.90', currency: 'EUR', reference: 'cart-1', customer: { email: 'a@b.example' } },
  nocode: { amount: ' 49.90 ', currency: ' eur ', reference: ' row 7 ', description: ' Row 7 ' },
  spreadsheet: { amount: '49.90', currency: 'EUR\u00a0', reference: '7', locale: '' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export type Platform = keyof typeof PLATFORMS;

const PHP = ['woocommerce', 'magento', 'prestashop', 'shopware', 'opencart', 'drupal', 'whmcs', 'laravel'] as const;

const leftOut = (field: string, shown: unknown): Form[] =>
  (
    [
      ['null', null],
      ['empty text', ''],
      ['blanks', '  '],
      ['an empty list', []],
    ] as const
  ).map(([form, value]) => ({
    field,
    form,
    body: { [field]: value },
    outcome: { accepted: { [field]: shown } },
    ...(form === 'an empty list' ? { platforms: PHP } : {}),
  }));

const refused = (field: string, form: string, value: unknown, words: RegExp): Form => ({
  field,
  form,
  body: { [field]: value },
  outcome: { refused: { [field]: words } },
});

const unknown = (field: string, value: unknown): Form => ({
  field,
  form: 'only informs',
  body: { [field]: value },
  outcome: { warned: { [field]: 'unknown_field' } },
});

const item = { name: 'Tent', quantity: 1, price: '49.90' };

/** Field × form → what becomes of it. */
export const FORMS: readonly Form[] = [
  // Optional fields that say nothing.
  ...leftOut('description', null),
  ...leftOut('success_url', null),
  ...leftOut('notification_url', null),
  ...leftOut('gate_id', null),
  ...leftOut('metadata', {}),
  ...leftOut('customer', {}),
  ...leftOut('items', []),
  // Money is strict.
  refused('amount', 'a JSON number', 49.9, /text|decimal/),
  refused('amount', 'a comma', '49,90', /plain decimal amount/),
  refused('amount', 'a thousands separator', '1,049.90', /plain decimal amount/),
  refused('amount', 'a currency sign', '€49.90', /plain decimal amount/),
  refused('amount', 'an exponent', '4.99e1', /plain decimal amount/),
  refused('amount', 'a lost digit', '49.905', /at most 2 decimal places/),
  refused('amount', 'below the minimum', '0.99', /minimum value of €1\.00/),
  refused('amount', 'above the maximum', '15000.01', /maximum value of €15,000\.00/),
  refused('amount', 'nothing', null, /required/),
  { field: 'amount', form: 'zeros at the end', body: { amount: '25.0000' }, outcome: { accepted: { price: '25.00' } } },
  { field: 'amount', form: 'one decimal', body: { amount: '25.5' }, outcome: { accepted: { price: '25.50' } } },
  { field: 'amount', form: 'no decimals', body: { amount: '25' }, outcome: { accepted: { price: '25.00' } } },
  { field: 'amount', form: 'blanks around', body: { amount: '\t25.00\n' }, outcome: { accepted: { price: '25.00' } } },
  { field: 'currency', form: 'lower case', body: { currency: 'eur' }, outcome: { accepted: { currency: 'EUR' } } },
  refused('currency', 'a name', 'Euro', /three letters such as EUR/),
  refused('currency', 'a number of ISO 4217', '978', /three letters such as EUR/),
  refused('currency', 'a coin', 'XBT', /not known/),
  refused('gate_id', 'a ticker', 'BITCOIN', /one of: BTC, LTC/),
  refused('gates', 'a text', 'BTC,LTC', /list/),
  refused('autocomplete', 'a text', 'yes', /true or false/),
  refused('lifetime_seconds', 'too long', 86_400, /at most 900/),
  refused('expires_in_seconds', 'too long', 86_401, /at most 86.?400/),
  refused('expires_in_seconds', 'too short', 59, /at least 60/),
  refused('expires_in_seconds', 'a text', '1 hour', /number/),
  {
    field: 'expires_in_seconds',
    form: 'a day',
    body: { expires_in_seconds: 86_400 },
    outcome: { accepted: {} },
  },
  // References and metadata.
  {
    field: 'reference',
    form: 'a number',
    body: { reference: 900_001 },
    outcome: { accepted: { reference: '900001' } },
  },
  refused('reference', 'a fraction', 1.5, /text/),
  refused('reference', 'too long', 'x'.repeat(256), /at most 255/),
  {
    field: 'metadata',
    form: 'numbers',
    body: { metadata: { order: 7, 'Any key: ü/1': 'x' } },
    outcome: { accepted: { metadata: { order: '7', 'Any key: ü/1': 'x' } } },
  },
  {
    field: 'metadata',
    form: 'values that are null',
    body: { metadata: { a: null, b: [], c: 'kept ' } },
    outcome: { accepted: { metadata: { c: 'kept ' } } },
  },
  {
    field: 'metadata',
    form: 'an object in it',
    body: { metadata: { cart: { id: 1 } } },
    outcome: { refused: { 'metadata.cart': /text/ } },
  },
  {
    field: 'metadata',
    form: 'a number that loses digits',
    body: { metadata: { id: 2 ** 60 } },
    outcome: { refused: { 'metadata.id': /text/ } },
  },
  {
    field: 'metadata',
    form: 'a key of 65 characters',
    body: { metadata: { ['k'.repeat(65)]: 'x' } },
    outcome: { refused: { [`metadata.${'k'.repeat(65)}`]: /key of 1 to 64/ } },
  },
  // Decoration is lenient.
  {
    field: 'description',
    form: 'too long',
    body: { description: 'é'.repeat(1200) },
    outcome: { warned: { description: 'too_long' }, shown: { description: 'é'.repeat(1000) } },
  },
  {
    field: 'description',
    form: 'a number',
    body: { description: 1001 },
    outcome: { accepted: { description: '1001' } },
  },
  {
    field: 'description',
    form: 'an object',
    body: { description: { text: 'x' } },
    outcome: { warned: { description: 'not_text' }, shown: { description: null } },
  },
  {
    field: 'description',
    form: 'a control character',
    body: { description: 'a\u0007b\tc' },
    outcome: { warned: { description: 'control_characters' }, shown: { description: 'ab\tc' } },
  },
  {
    field: 'customer.email',
    form: 'no address',
    body: { customer: { email: 'guest', name: 'Ana' } },
    outcome: { warned: { 'customer.email': 'invalid_email' }, shown: { customer: { name: 'Ana' } } },
  },
  {
    field: 'customer.email',
    form: 'a host in another script',
    body: { customer: { email: 'ana@müller.example' } },
    outcome: { accepted: { customer: { email: 'ana@xn--mller-kva.example' } } },
  },
  {
    field: 'customer.name',
    form: 'too long',
    body: { customer: { name: 'n'.repeat(300) } },
    outcome: { warned: { 'customer.name': 'too_long' }, shown: { customer: { name: 'n'.repeat(200) } } },
  },
  {
    field: 'customer',
    form: 'a text',
    body: { customer: 'Ana' },
    outcome: { warned: { customer: 'not_an_object' }, shown: { customer: {} } },
  },
  {
    field: 'customer',
    form: 'more of a person',
    body: { customer: { name: 'Ana', phone: '+351 1', country: 'PT', address: 'Rua 1', company: null } },
    outcome: {
      warned: {
        'customer.phone': 'unknown_field',
        'customer.country': 'unknown_field',
        'customer.address': 'unknown_field',
      },
      shown: { customer: { name: 'Ana' } },
    },
  },
  { field: 'locale', form: 'of WordPress', body: { locale: 'de_DE_formal' }, outcome: { accepted: {} } },
  { field: 'locale', form: 'of BCP 47', body: { locale: 'pt-BR' }, outcome: { accepted: {} } },
  {
    field: 'locale',
    form: 'another language',
    body: { locale: 'ja' },
    outcome: { warned: { locale: 'unknown_locale' } },
  },
  // Unknown fields.
  unknown('plugin', 'wc 1.2'),
  unknown('plugin_version', '1.2.0'),
  unknown('phone', '+49 1'),
  unknown('shippingAddress', { city: 'Bonn' }),
  unknown('user_agent', 'curl'),
  unknown('createdAt', 1_764_000_000),
  refused('price', 'unknown', '49.90', /Did you mean `amount`\?/),
  refused('order_id', 'unknown', '7', /Did you mean `reference`\?/),
  refused('callback_url', 'unknown', 'https://a.example', /Did you mean `notification_url`\?/),
  refused('return_url', 'unknown', 'https://a.example', /Did you mean `success_url`\?/),
  refused('ammount', 'misspelled', '49.90', /Did you mean `amount`\?/),
  refused('plugin_fee', 'carries money', '1.00', /not known/),
  refused('discount', 'carries money', '1.00', /not known/),
  refused('address', 'could be where money goes', 'bc1q', /not known/),
  refused('status', 'carries meaning', 'paid', /not known/),
  // Addresses of the web.
  {
    field: 'success_url',
    form: 'with | and placeholders',
    body: { success_url: 'https://a.example/ok|x/{reference}?i={invoice_id}', reference: 'ä 1/2' },
    outcome: { accepted: {} },
  },
  {
    field: 'success_url',
    form: 'a host in another script',
    body: { success_url: 'https://bücher.example:8443/ü' },
    outcome: { accepted: { success_url: 'https://xn--bcher-kva.example:8443/ü' } },
  },
  refused('success_url', 'a placeholder in the host', 'https://{reference}.a.example/', /after the host/),
  refused(
    'success_url',
    'an unknown placeholder',
    'https://a.example/{order}',
    /only \{invoice_id\} and \{reference\}/,
  ),
  refused('cancel_url', 'a path alone', '/cart', /http or https address/),
  refused('notification_url', 'another protocol', 'ftp://a.example/', /http or https address/),
  ...['http://host.docker.internal/hook', 'http://192.168.1.5/hook', 'http://shop.local/hook'].map(
    (url): Form => ({
      field: 'notification_url',
      form: url,
      body: { notification_url: url },
      outcome: { warned: { notification_url: 'host_not_reachable' }, shown: { notification_url: url } },
    }),
  ),
  // Lines of the order.
  {
    field: 'items',
    form: 'a whole order',
    body: {
      amount: '54.89',
      items: [
        { ...item, sku: 'T-2', unit: null, image_url: 'https://a.example/t.png' },
        { name: 'Rope', quantity: '2.5', unit: 'm', price: '1.99600000', tax: '0.80' },
        { type: 'discount', name: 'Voucher', amount: '-5.00' },
        { type: 'shipping', name: 'Parcel', price: '5.0000' },
      ],
    },
    outcome: { warned: { 'items.0.image_url': 'unknown_field' }, shown: { price: '54.89' } },
  },
  {
    field: 'items',
    form: 'rounded per line',
    body: { amount: '10.00', items: [{ ...item, quantity: 3, price: '3.333' }] },
    outcome: { accepted: { price: '10.00' } },
  },
  {
    field: 'items',
    form: 'another sum',
    body: { amount: '49.88', items: [item] },
    outcome: { refused: { amount: /sum of the items/ } },
  },
  {
    field: 'items_total',
    form: 'informative',
    body: { items: [{ ...item, price: '1.00' }], items_total: 'informative' },
    outcome: { accepted: {} },
  },
  {
    field: 'items',
    form: 'a price that is a number',
    body: { items: [{ ...item, price: 49.9 }] },
    outcome: { refused: { 'items.0.price': /text|decimal/ } },
  },
  {
    field: 'items',
    form: 'a negative price',
    body: { items: [{ ...item, price: '-1.00' }] },
    outcome: { refused: { 'items.0.price': /discount/ } },
  },
  {
    field: 'items',
    form: 'a discount above zero',
    body: { items: [{ ...item, type: 'discount' }] },
    outcome: { refused: { 'items.0.price': /discount is negative/ } },
  },
  {
    field: 'items',
    form: 'nine decimals',
    body: { items: [{ ...item, price: '1.000000001' }] },
    outcome: { refused: { 'items.0.price': /at most 8 decimal places/ } },
  },
  {
    field: 'items',
    form: 'no pieces',
    body: { items: [{ ...item, quantity: 0 }] },
    outcome: { refused: { 'items.0.quantity': /above 0/ } },
  },
  {
    field: 'items',
    form: 'misspelled money',
    body: { items: [{ name: 'a', qty: 1, unit_price: '1.00' }] },
    outcome: { refused: { 'items.0.qty': /`quantity`/, 'items.0.unit_price': /`price`/ } },
  },
];
