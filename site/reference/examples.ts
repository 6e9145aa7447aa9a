import { sample } from 'openapi-sampler';
import type { OpenApiDocument, SchemaNode } from '../../contract/open-api.ts';
import { type Call, contentSchema } from './document.ts';

/** Bodies of the most common uses, by call. Others are made from their schemas, with required fields alone. */
const BODIES: Readonly<Record<string, unknown>> = {
  'POST /api/v1/invoices': {
    amount: '49.90',
    currency: 'EUR',
    reference: 'order-1001',
    description: 'Two coffee mugs',
    customer: { email: 'nora@example.com' },
  },
  'POST /api/v1/payouts': {
    gate_id: 'BTC',
    amount: '0.00150000',
    address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    reference: 'salary-2026-11-nora',
    fee_payer: 'merchant',
  },
  'POST /api/v1/mass-payouts': {
    fee_payer: 'merchant',
    lines: [
      {
        gate_id: 'BTC',
        address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
        amount: '0.00150000',
        reference: 'nora',
      },
      { gate_id: 'ETH', address: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '0.025', reference: 'leo' },
    ],
  },
  'POST /api/v1/invoices/{id}/refunds': {
    address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    reason: 'Out of stock',
  },
  'POST /api/v1/sandbox/invoices/{id}/payments': { scenario: 'paid' },
  'POST /api/v1/sandbox/networks/{network}/blocks': { count: 2 },
  'POST /api/v1/sandbox/networks/{network}/fees': { percent: 300, seconds: 60 },
};

/** Values for text whose schema says no more than that it is text, by the name of the field. */
const TEXTS: Readonly<Record<string, string | null>> = {
  status_reason: null,
  status_words: null,
  address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  amount: '0.00150000',
  amount_confirmed: '0.00000000',
  amount_due: '0.00083167',
  amount_excess: '0.00000000',
  amount_paid: '0.00083167',
  amount_remaining: '0.00000000',
  asset: 'BTC',
  available: '0.01250000',
  cancel_url: 'https://shop.example.com/cart',
  checkout_url: 'https://pay.example.com/invoice/0199c1f2-7c3a-7d4e-8a51-5b0f3c9d2e10',
  completed_at: '2026-11-20T12:10:00.000Z',
  description: 'Two coffee mugs',
  email: 'nora@example.com',
  destination_tag: '4021967',
  held: '0.00000000',
  id: '0199c1f2-7c3a-7d4e-8a51-5b0f3c9d2e10',
  maximum: '15000.00',
  message: 'The given data was invalid',
  minimum: '1.00',
  minimum_amount: '0.00004000',
  name: 'Coffee mug',
  net_amount: '0.00149000',
  network: '0.00001000',
  network_fee: '0.00001000',
  network_title: 'Bitcoin',
  notification_url: 'https://shop.example.com/webhooks',
  output: '0',
  payment_uri: 'bitcoin:bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080?amount=0.00083167',
  price: '49.90',
  rate: '19.00',
  reason: 'Out of stock',
  reference: 'order-1001',
  request_id: '0199c1f2-7c3b-7a21-9c44-1e2d3c4b5a69',
  service: '0.50',
  source: 'median',
  success_url: 'https://shop.example.com/thanks',
  title: 'Bitcoin',
  total: '49.90',
  txid: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
  unsettled: '0.00083167',
  url: 'https://shop.example.com/webhooks',
  value: '60000.00',
};

/** The sampler's value for text that only has a type, padded or cut to its length. */
const PLAIN = /^s?(?:string)*(?:s|st|str|stri|strin)?$/;
const SAMPLED_UUID = '497f6eca-6276-4993-bfeb-53cbbbba6f08';
const SAMPLED_INSTANT = '2019-08-24T14:15:22Z';

/** An example of a call's JSON body; undefined when it takes none. */
export function bodyExample(document: OpenApiDocument, { method, path, operation }: Call): unknown {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema === undefined) return undefined;
  return BODIES[`${method} ${path}`] ?? exampleOf(document, schema, { skipNonRequired: true });
}

/** An example of what a call answers when it succeeds; undefined when that is no JSON. */
export function answerExample(document: OpenApiDocument, { operation }: Call): unknown {
  const content = successOf(operation.responses)?.content;
  const schema = content?.['application/json'] === undefined ? undefined : contentSchema(content);
  return schema === undefined ? undefined : exampleOf(document, schema, {});
}

function successOf(responses: Call['operation']['responses']) {
  const status = Object.keys(responses)
    .filter((each) => each.startsWith('2'))
    .sort()
    .at(-1);
  return status === undefined ? undefined : responses[status];
}

function exampleOf(document: OpenApiDocument, schema: SchemaNode, options: { readonly skipNonRequired?: boolean }) {
  // The sampler reads OpenAPI's schemas as they are; its types know lists of names that can be changed.
  return withTexts(
    sample(schema as unknown as Parameters<typeof sample>[0], { quiet: true, ...options }, { ...document }),
  );
}

function withTexts(node: unknown, name = ''): unknown {
  if (Array.isArray(node)) return node.map((inner) => withTexts(inner, name));
  if (typeof node === 'string') {
    if (node === SAMPLED_UUID) return TEXTS.id;
    if (node === SAMPLED_INSTANT) return '2026-11-20T12:00:00.000Z';
    return PLAIN.test(node) && TEXTS[name] !== undefined ? TEXTS[name] : node;
  }
  // A new invoice, as the sampler takes it for the first status, is not paid.
  if (name === 'paid') return false;
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, inner]) => [key.replace(/^property(\d)$/, 'key_$1'), withTexts(inner, key)]),
  );
}
