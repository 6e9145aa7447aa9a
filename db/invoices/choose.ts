import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { gate } from '../../domain/assets/assets.ts';
import { fieldError } from '../../domain/errors.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import { beforeGate } from '../../domain/money/gate-fees.ts';
import { OPEN_STATUSES } from '../../domain/state/invoice-status.ts';
import { dbOf, type Tx } from '../core/sequelize.ts';
import { execute, json, one, prepared } from '../core/sql.ts';
import { type RateJson, rateJson, toRate } from '../rates/rates.ts';
import { applyInvoiceEvent } from './process.ts';
import { makeQuote, newQuoteJson } from './quote.ts';
import { lockInvoice, readInvoice } from './read.ts';
import type { InvoiceParts } from './rows.ts';
import type { InvoiceSettings } from './settings.ts';

export interface ChooseGate {
  readonly invoiceId: string;
  readonly gateId: CryptoGateId;
  readonly nowMs: number;
}

/**
 * The payer chooses an asset (invoice-states A, B). While the invoice waits for payment, choosing the same gate again
 * returns the same quote, never a new rate or deadline; another gate can be chosen until a payment is seen. Addresses
 * of earlier choices stay watched.
 * @throws DomainError `gate_locked`, `invoice_expired`, `gate_not_offered`, `rate_unavailable`, `amount_too_small`,
 *   `network_unavailable`, `illegal_transition`, `not_found`
 */
export async function chooseGate(tx: Tx, settings: InvoiceSettings, choice: ChooseGate): Promise<InvoiceRecord> {
  const { invoiceId, gateId, nowMs } = choice;
  const loaded = await lockInvoice(tx, invoiceId);
  if (!loaded.row.gates.includes(gateId)) {
    throw fieldError('gate_id', 'This asset is not offered.', 'gate_not_offered');
  }
  const isOpen = OPEN_STATUSES.has(loaded.row.status);
  if (isOpen && loaded.row.gateId === gateId) return readInvoice(tx, invoiceId);
  const known = loaded.quotes.find((quote) => quote.gateId === gateId);
  // A choice that will be refused consumes no address.
  const quoteId = known?.id ?? (isOpen ? await addQuote(tx, settings, loaded, choice) : '');
  await applyInvoiceEvent(tx, {
    id: invoiceId,
    event: { type: 'choose', quoteId },
    cause: `choose:${gateId}:v${loaded.row.version}`,
    nowMs,
  });
  return readInvoice(tx, invoiceId);
}

async function addQuote(
  tx: Tx,
  settings: InvoiceSettings,
  { row }: InvoiceParts,
  { gateId, nowMs }: ChooseGate,
): Promise<string> {
  const { network } = gate(gateId);
  const context = await one<ChooseContext>(tx, contextSql, [row.profileId, row.currency, network]);
  const quote = await makeQuote(dbOf(tx), settings, {
    mode: row.mode,
    gateId,
    currency: row.currency,
    ...beforeGate(row),
    customerPaysNetwork: (row.networkFeePayer ?? context.network_fee_payer) === 'customer',
    rates: (context.rates ?? []).map(toRate),
    identified: context.chain,
    nowMs,
  });
  await execute(tx, insertSql, [row.id, row.mode, json(newQuoteJson(quote))]);
  return quote.row.id;
}

interface ChooseContext {
  readonly network_fee_payer: 'merchant' | 'customer';
  readonly rates: RateJson[] | null;
  readonly chain: 'main' | 'test' | 'regtest' | null;
}

const contextSql = prepared(`
  SELECT p.network_fee_payer,
    (SELECT jsonb_agg(${rateJson}) FROM rate r WHERE r.mode = p.mode AND r.currency = $2) AS rates,
    (SELECT c.chain FROM chain_identity c WHERE c.mode = p.mode AND c.network = $3) AS chain
  FROM profile p WHERE p.id = $1`);

const insertSql = prepared(`
  WITH quoted AS (
    INSERT INTO quote (id, invoice_id, gate_id, network, chain, address, destination_tag, total_minor,
      network_fee_minor, conversion_fee_minor, rate_value, rate_source, locked_at, amount_due_minor)
    SELECT id, $1, gate_id, network, chain, address, destination_tag, total_minor, network_fee_minor,
      conversion_fee_minor, rate_value, rate_source, locked_at, amount_due_minor
    FROM jsonb_populate_record(NULL::quote, $3::jsonb))
  INSERT INTO watched_address (mode, network, address_key, destination_tag, derivation_index, invoice_id, quote_id)
  SELECT $2, w.network, w.address_key, coalesce(w.destination_tag, -1), w.derivation_index, $1, w.quote_id
  FROM jsonb_to_record($3::jsonb) w(network text, address_key text, destination_tag bigint, derivation_index bigint,
    quote_id uuid)`);
