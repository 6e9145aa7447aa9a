import { type Static, Type } from 'typebox';
import { CRYPTO_GATES } from '../domain/assets/assets.ts';
import { DEMO_ACTS, DEMO_CASES } from '../domain/demo/cases.ts';
import { DEMO_CURRENCIES, MAX_DEMO_DESCRIPTION, MAX_DEMO_NAME } from '../domain/demo/limits.ts';
import { Amount, CryptoGateIdSchema, Exact, Instant, Percent, Text, Uuid } from './basics.ts';

const Payer = Type.Enum(['merchant', 'customer'], { type: 'string' });

/** The two steps of the demo. */
export const NewDemoBody = Exact(
  {
    merchant: Text(MAX_DEMO_NAME),
    description: Type.Optional(Text(MAX_DEMO_DESCRIPTION)),
    amount: Amount,
    currency: Type.Enum(DEMO_CURRENCIES, { type: 'string' }),
    gates: Type.Array(CryptoGateIdSchema, { minItems: 1, maxItems: CRYPTO_GATES.length, uniqueItems: true }),
    service_fee_payer: Payer,
    network_fee_payer: Payer,
    tax_type: Type.Enum(['exclusive', 'inclusive', 'exempt'], { type: 'string' }),
    tax_rate: Type.Optional(Percent),
    case: Type.Optional(Type.Enum(DEMO_CASES, { type: 'string', description: 'Played at once.' })),
  },
  { title: 'NewDemo' },
);

export const MadeDemo = Exact({ id: Uuid }, { title: 'MadeDemo' });

export const PlayDemoBody = Exact({ act: Type.Enum(DEMO_ACTS, { type: 'string' }) }, { title: 'PlayDemo' });

/** An event as the shop of the invoice would be sent it. */
export const DemoWebhook = Exact(
  {
    id: Uuid,
    type: Type.String(),
    created_at: Instant,
    headers: Type.Record(Type.String(), Type.String()),
    body: Type.String({ description: 'The exact text.' }),
  },
  { title: 'DemoWebhook' },
);

/** Inputs of the calculator: prices in euro, and the fees of the advertised plan in basis points. */
export const SiteRates = Exact(
  {
    rates: Type.Array(Exact({ asset: Type.String(), value: Type.String(), sampled_at: Instant })),
    converts: Type.Boolean({ description: 'Coins can become euro here.' }),
    fees: Exact({ invoice: Type.Integer(), conversion: Type.Integer() }),
  },
  { title: 'SiteRates' },
);

export type NewDemoBody = Static<typeof NewDemoBody>;
export type DemoWebhook = Static<typeof DemoWebhook>;
export type SiteRates = Static<typeof SiteRates>;
