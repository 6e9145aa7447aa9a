import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { fieldError } from '../../domain/errors.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import { OPEN_STATUSES } from '../../domain/state/invoice-status.ts';
import { dbOf, type Tx } from '../core/sequelize.ts';
import { execute, json, prepared } from '../core/sql.ts';
import { applyInvoiceEvent } from './process.ts';
import { checkAccepted, makeQuote, newQuoteJson, offeredTerms } from './quote.ts';
import { lockInvoice, readInvoice } from './read.ts';
import { canRenew, quoteRequest, renewQuote } from './renew.ts';
import type { InvoiceParts } from './rows.ts';
import type { InvoiceSettings } from './settings.ts';

export interface ChooseGate {
  readonly invoiceId: string;
  readonly gateId: CryptoGateId;
  readonly nowMs: number;
  /** The amount that the payer was shown: a new rate must not make it higher. */
  readonly acceptedMinor?: bigint;
}

/**
 * The payer chooses an asset (invoice-states A, B). While the invoice waits for payment, choosing the same gate again
 * returns the same quote, never a new deadline, and a new rate only once the locked one has ended; another gate can be
 * chosen until a payment is seen. Addresses of earlier choices stay watched.
 * @throws DomainError `gate_locked`, `invoice_expired`, `gate_not_offered`, `rate_unavailable`, `amount_too_small`,
 *   `network_unavailable`, `illegal_transition`, `not_found`, `changed_meanwhile` if a new rate makes the amount higher
 *   than the accepted one
 */
export async function chooseGate(tx: Tx, settings: InvoiceSettings, choice: ChooseGate): Promise<InvoiceRecord> {
  const { invoiceId, gateId, nowMs, acceptedMinor } = choice;
  const loaded = await lockInvoice(tx, invoiceId);
  if (!loaded.row.gates.includes(gateId)) {
    throw fieldError('gate_id', 'This asset is not offered.', 'gate_not_offered');
  }
  const isOpen = OPEN_STATUSES.has(loaded.row.status);
  const known = loaded.quotes.find((quote) => quote.gateId === gateId);
  const isRenewed = known !== undefined && canRenew(loaded, known, nowMs);
  if (isOpen && loaded.row.gateId === gateId && !isRenewed) return readInvoice(tx, invoiceId);
  if (isRenewed) await renewQuote(tx, settings, { parts: loaded, quote: known, nowMs, acceptedMinor });
  if (isRenewed && loaded.row.gateId === gateId) return readInvoice(tx, invoiceId);
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
  { gateId, nowMs, acceptedMinor }: ChooseGate,
): Promise<string> {
  const request = await quoteRequest(tx, row, { gateId, nowMs });
  // Before an address is consumed.
  checkAccepted(offeredTerms(settings, request), acceptedMinor);
  const quote = await makeQuote(dbOf(tx), settings, request);
  await execute(tx, insertSql, [row.id, row.mode, json(newQuoteJson(quote))]);
  return quote.row.id;
}

const insertSql = prepared(`
  WITH quoted AS (
    INSERT INTO quote (id, invoice_id, gate_id, network, chain, address, destination_tag, total_minor,
      network_fee_minor, conversion_fee_minor, rate_value, rate_source, locked_at, locked_until, amount_due_minor)
    SELECT id, $1, gate_id, network, chain, address, destination_tag, total_minor, network_fee_minor,
      conversion_fee_minor, rate_value, rate_source, locked_at, locked_until, amount_due_minor
    FROM jsonb_populate_record(NULL::quote, $3::jsonb))
  INSERT INTO watched_address (mode, network, address_key, destination_tag, derivation_index, invoice_id, quote_id)
  SELECT $2, w.network, w.address_key, coalesce(w.destination_tag, -1), w.derivation_index, $1, w.quote_id
  FROM jsonb_to_record($3::jsonb) w(network text, address_key text, destination_tag bigint, derivation_index bigint,
    quote_id uuid)`);
