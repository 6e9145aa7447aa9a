import type { CryptoGateId } from '../../domain/assets/assets.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import type { CostReport } from '../../domain/money/payer-cost.ts';
import type { Rate } from '../../domain/money/rates.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { one, prepared } from '../core/sql.ts';
import { type RateJson, rateJson, toRate } from '../rates/rates.ts';

/** Facts that the payer's page shows besides the invoice: the payee and the current price of each asset. */
export interface CustomerFacts {
  readonly name: string;
  readonly domain: string | null;
  readonly website: string | null;
  readonly logoUrl: string | null;
  readonly supportEmail: string | null;
  readonly address: string | null;
  readonly phone: string | null;
  readonly customerPaysNetwork: boolean;
  /** It is one of the public demo's, whose page shows the words of the visitor who made it. */
  readonly isDemo: boolean;
  /** The address that was entered on the page. */
  readonly payerEmail: { readonly email: string; readonly isBeforePayment: boolean } | null;
  /** Rates in the invoice's currency; some may be expired. */
  readonly rates: readonly Rate[];
  /** The followers' last reports of what a payment costs on each network, some may be old. */
  readonly costs: readonly CostReport[];
}

type FactsOf = Pick<InvoiceRecord, 'id' | 'profileId' | 'mode' | 'currency' | 'networkFeePayer'>;

/**
 * Reads the facts of an invoice's profile with one statement. The company's details are omitted when the profile hides
 * them.
 */
export async function readCustomerFacts(
  on: Db | Tx,
  { id, profileId, mode, currency, networkFeePayer }: FactsOf,
): Promise<CustomerFacts> {
  const row = await one<FactsRow>(on, factsStatement, [profileId, mode, currency, id]);
  return {
    name: row.show_company ? (row.company_name ?? row.name) : row.name,
    domain: row.domain,
    website: row.url,
    logoUrl: row.logo_url,
    supportEmail: row.show_company ? row.support_email : null,
    address: row.show_company ? row.company_address : null,
    phone: row.show_company ? row.company_phone : null,
    isDemo: row.is_demo,
    payerEmail: row.payer_email,
    customerPaysNetwork: (networkFeePayer ?? row.network_fee_payer) === 'customer',
    rates: (row.rates ?? []).map(toRate),
    costs: (row.costs ?? []).map(({ gate_id: gateId, cost, at_ms: sampledAtMs }) => ({
      gateId,
      costMinor: BigInt(cost),
      sampledAtMs,
    })),
  };
}

interface FactsRow {
  readonly name: string;
  readonly company_name: string | null;
  readonly show_company: boolean;
  readonly domain: string | null;
  readonly url: string | null;
  readonly logo_url: string | null;
  readonly support_email: string | null;
  readonly company_address: string | null;
  readonly company_phone: string | null;
  readonly network_fee_payer: 'merchant' | 'customer';
  readonly is_demo: boolean;
  readonly payer_email: CustomerFacts['payerEmail'];
  readonly rates: RateJson[] | null;
  readonly costs: { readonly gate_id: CryptoGateId; readonly cost: string; readonly at_ms: number }[] | null;
}

const factsStatement = prepared(`
  SELECT p.name, m.company_name, p.show_company, p.domain, p.url, p.logo_url, p.support_email, p.company_address,
    p.company_phone, p.network_fee_payer, EXISTS (SELECT FROM demo_shop d WHERE d.profile_id = p.id) AS is_demo,
    (SELECT jsonb_build_object('email', e.email, 'isBeforePayment', e.before_payment)
      FROM payer_email e WHERE e.invoice_id = $4) AS payer_email,
    (SELECT jsonb_agg(${rateJson}) FROM rate r WHERE r.mode = $2 AND r.currency = $3) AS rates,
    (SELECT jsonb_agg(jsonb_build_object('gate_id', f.gate_id, 'cost', f.cost_minor::text,
      'at_ms', (extract(epoch FROM f.sampled_at) * 1000)::bigint)) FROM network_fee f WHERE f.mode = $2) AS costs
  FROM profile p JOIN merchant m ON m.id = p.merchant_id WHERE p.id = $1`);
