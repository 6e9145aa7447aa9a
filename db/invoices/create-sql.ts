import type { KeptWithInvoice } from '../../domain/greenfield/shop-invoice.ts';
import { newId } from '../../domain/ids.ts';
import type { Autoconversion, InvoiceRow } from '../../domain/invoices/record.ts';
import { presentTraceparent } from '../../tracing/spans.ts';
import { json, prepared } from '../core/sql.ts';
import type { EventRow } from '../process/define.ts';
import { type RateJson, rateJson } from '../rates/rates.ts';
import { isLeaving } from '../shops/open-shop.ts';
import { isPutOff } from './admission.ts';
import { type NewQuote, newQuoteJson } from './quote.ts';
import { invoicesTable } from './rows.ts';

/** The settings that an invoice takes from its profile, and the rates that may price it. */
export interface CreateContext {
  readonly merchant_id: string;
  readonly merchant_status: string;
  readonly leaving: boolean;
  readonly restricted: boolean;
  readonly closed: boolean;
  readonly mode: 'sandbox' | 'production';
  readonly gates: string[];
  readonly tax_name: string;
  readonly tax_rate_bps: number;
  readonly tax_type: 'exclusive' | 'inclusive' | 'exempt';
  readonly service_fee_payer: 'merchant' | 'customer';
  readonly network_fee_payer: 'merchant' | 'customer';
  readonly conversion_fee_payer: 'merchant' | 'customer';
  readonly autoconversion: Autoconversion;
  readonly autocomplete: boolean;
  readonly underpaid_policy: 'reject' | 'accept';
  readonly underpaid_tolerance_bps: number;
  readonly overpaid_tolerance_bps: number;
  readonly late_tolerance_bps: number;
  readonly fee_bps: number;
  readonly conversion_fee_bps: number;
  readonly rates: RateJson[] | null;
  readonly chain: 'main' | 'test' | 'regtest' | null;
  readonly taken_id: string | null;
  readonly put_off: boolean | null;
}

const planFee = (operation: string) => `(
    SELECT f.fee_bps FROM fee_plan f WHERE f.plan IN (m.fee_plan, 'default') AND f.operation = ${operation}
    ORDER BY f.plan = m.fee_plan DESC LIMIT 1)`;

/** $1 profile, $2 currency, $3 reference or null, $4 network of the chosen gate or null. */
export const contextSql = prepared(`
  SELECT p.merchant_id, m.status AS merchant_status, ${isLeaving} AS leaving, p.mode,
    p.mode = 'production' AND m.invoices_restricted_at IS NOT NULL AS restricted, p.closed_at IS NOT NULL AS closed,
    p.gates, p.tax_name, p.tax_rate_bps, p.tax_type, p.service_fee_payer, p.network_fee_payer, p.conversion_fee_payer,
    p.autoconversion, p.autocomplete,
    p.underpaid_policy, p.underpaid_tolerance_bps, p.overpaid_tolerance_bps, p.late_tolerance_bps,
    ${planFee("'invoice'")} AS fee_bps, ${planFee("'conversion'")} AS conversion_fee_bps,
    (SELECT jsonb_agg(${rateJson}) FROM rate r WHERE r.mode = p.mode AND r.currency IN ($2, 'EUR')) AS rates,
    (SELECT c.chain FROM chain_identity c WHERE c.mode = p.mode AND c.network = $4) AS chain,
    (SELECT i.id FROM invoice i WHERE i.profile_id = p.id AND i.reference = $3 AND i.reference_live) AS taken_id,
    ${isPutOff} AS put_off
  FROM profile p JOIN merchant m ON m.id = p.merchant_id WHERE p.id = $1`);

export interface InsertParts {
  readonly row: InvoiceRow;
  readonly quote: NewQuote | null;
  readonly event: EventRow;
  readonly start: object;
  readonly greenfield: KeptWithInvoice | undefined;
}

/**
 * Writes a new invoice with one statement. If the reference is taken, the first insert writes nothing, and neither do
 * the others, which select from it.
 */
export const insertSql = prepared(`
  WITH made AS (
    INSERT INTO invoice (${invoicesTable.names})
    SELECT ${invoicesTable.names} FROM jsonb_populate_record(NULL::invoice, $1::jsonb)
    ON CONFLICT (profile_id, reference) WHERE reference IS NOT NULL AND reference_live DO NOTHING
    RETURNING id, mode, profile_id),
  quoted AS (
    INSERT INTO quote (id, invoice_id, gate_id, network, chain, address, destination_tag, total_minor,
      network_fee_minor, conversion_fee_minor, rate_value, rate_source, locked_at, locked_until, amount_due_minor)
    SELECT q.id, made.id, q.gate_id, q.network, q.chain, q.address, q.destination_tag, q.total_minor,
      q.network_fee_minor, q.conversion_fee_minor, q.rate_value, q.rate_source, q.locked_at, q.locked_until,
      q.amount_due_minor
    FROM made, jsonb_populate_record(NULL::quote, $2::jsonb) q WHERE $2 IS NOT NULL),
  watched AS (
    INSERT INTO watched_address (mode, network, address_key, destination_tag, derivation_index, invoice_id, quote_id)
    SELECT made.mode, w.network, w.address_key, coalesce(w.destination_tag, -1), w.derivation_index, made.id, w.quote_id
    FROM made, jsonb_to_record($2::jsonb) w(network text, address_key text, destination_tag bigint,
      derivation_index bigint, quote_id uuid)
    WHERE $2 IS NOT NULL),
  published AS (
    INSERT INTO event (id, profile_id, type, entity_id, body) SELECT $3::uuid, profile_id, $4, id, $5 FROM made),
  kept AS (
    INSERT INTO greenfield_invoice (invoice_id, profile_id, order_id, metadata, checkout)
    SELECT made.id, made.profile_id, k."orderId", k.metadata, k.checkout
    FROM made, jsonb_to_record($10::jsonb) k("orderId" text, metadata jsonb, checkout jsonb) WHERE $10 IS NOT NULL),
  leaving AS (
    INSERT INTO outbox (event_id, topic, payload, traceparent)
    SELECT o.event_id, o.topic, o.payload, $9::text FROM made, (VALUES
        ($6::uuid, 'workflow.start_later', $7::jsonb), ($3::uuid, 'event.' || $4, $8::jsonb)
      ) AS o(event_id, topic, payload))
  SELECT id FROM made`);

export function insertBindings({ row, quote, event, start, greenfield }: InsertParts): unknown[] {
  return [
    json(invoicesTable.write(row)),
    quote === null ? null : json(newQuoteJson(quote)),
    event.id,
    event.type,
    event.body,
    newId(),
    json(start),
    json(event.payload),
    presentTraceparent(),
    greenfield === undefined ? null : json(greenfield),
  ];
}
