import { gate, type Network } from '../../domain/assets/assets.ts';
import { canPlay, DEMO_SCENARIOS, type DemoAct, type DemoCase } from '../../domain/demo/cases.ts';
import { MAX_DEMO_PLAYS } from '../../domain/demo/limits.ts';
import { DomainError } from '../../domain/errors.ts';
import type { InvoiceRow } from '../../domain/invoices/record.ts';
import type { Chain } from '../chain/cursor.ts';
import { notifyLiveAfterCommit } from '../core/live.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, prepared } from '../core/sql.ts';
import { chooseGate } from '../invoices/choose.ts';
import { lockInvoice } from '../invoices/read.ts';
import type { InvoiceSettings } from '../invoices/settings.ts';
import { simTip } from '../simulator/chain.ts';
import { command, requestPayment } from '../simulator/commands.ts';
import { simTransactions } from '../simulator/transactions.ts';
import { demoInvoicesTable } from './rows.ts';

export interface DemoPlay {
  readonly invoiceId: string;
  readonly act: DemoAct;
  readonly nowMs: number;
  readonly isSimulated: (network: Network) => boolean;
}

/**
 * Plays the customer of a demo invoice. Without a chosen coin the first one is taken. Except in `slow` and `reorg`, the
 * payment is confirmed at once, so that nobody waits for blocks.
 * @throws DomainError `not_found`; `conflict` where the invoice has ended; `rate_limited` after too many acts
 */
export async function playDemo(tx: Tx, settings: InvoiceSettings, play: DemoPlay): Promise<void> {
  const { invoiceId, act, nowMs } = play;
  await countPlay(tx, invoiceId);
  if (act === 'block') return mineOne(tx, play);
  const { row } = await lockInvoice(tx, invoiceId);
  if (!canPlay(act, row.status)) {
    throw new DomainError('conflict', { message: 'This demo invoice has ended. Make another one.' });
  }
  const [first] = row.gates;
  const chosen = row.gateId ?? first;
  if (chosen === undefined) throw new DomainError('conflict');
  if (row.gateId === null) await chooseGate(tx, settings, { invoiceId, gateId: gate(chosen).id, nowMs });
  if (act === 'late') await endLifetime(tx, row, nowMs);
  const request = { mode: 'sandbox', invoiceId, scenario: DEMO_SCENARIOS[act], nowMs } as const;
  const { txid } = await requestPayment(tx, { ...request, isSimulated: play.isSimulated });
  await demoInvoicesTable.update(tx, { txid: act === 'slow' ? txid : null }, { invoiceId });
  if (CONFIRMED_AT_ONCE.has(act)) await confirmSoon(tx, row, { txid, gateId: gate(chosen).id, nowMs });
}

/** The others show what happens between the payment and its confirmations. */
const CONFIRMED_AT_ONCE: ReadonlySet<DemoCase> = new Set(['pay', 'short', 'over', 'late', 'wrong']);

/** Long enough to see that the payment arrived. */
const CONFIRM_AFTER_MS = 2_000;

async function confirmSoon(
  tx: Tx,
  { merchantId }: InvoiceRow,
  { txid, gateId, nowMs }: { readonly txid: string; readonly gateId: string; readonly nowMs: number },
): Promise<void> {
  const { network, confirmations } = gate(gateId);
  const chain: Chain = { mode: 'sandbox', network };
  await command(tx, chain, { type: 'confirm', txid, confirmations }, nowMs + CONFIRM_AFTER_MS, merchantId);
}

const ENDED_AGO_MS = 2_000;

/**
 * Ends the lifetime, as if its minutes had passed; the worker then decides the deadline as any other. It has ended a
 * moment ago, because the payment of this transaction is dated by another clock, that of the database.
 */
async function endLifetime(tx: Tx, row: InvoiceRow, nowMs: number): Promise<void> {
  const changed = await execute(tx, deadlineSql, [row.id, new Date(nowMs - ENDED_AGO_MS)]);
  if (changed === 0) return;
  const { id: invoice, profileId: profile, status } = row;
  notifyLiveAfterCommit(tx, { invoice, profile, status });
}

/**
 * One more block for the payment that waits; payments of other merchants that wait for a block of theirs stay out of
 * it.
 */
async function mineOne(tx: Tx, { invoiceId, nowMs }: DemoPlay): Promise<void> {
  const { row } = await lockInvoice(tx, invoiceId);
  const demo = await demoInvoicesTable.findOne(tx, { invoiceId });
  if (demo?.txid == null || row.gateId === null) {
    throw new DomainError('conflict', { message: 'No payment waits for a block.' });
  }
  const { network, confirmations: needed } = gate(row.gateId);
  const chain: Chain = { mode: 'sandbox', network };
  const [transaction] = await simTransactions(tx, chain, [demo.txid]);
  const { height } = await simTip(tx, chain);
  const blockHeight = transaction?.blockHeight ?? null;
  const has = blockHeight === null ? 0 : height - blockHeight + 1;
  if (has >= needed) return;
  await command(tx, chain, { type: 'confirm', txid: demo.txid, confirmations: has + 1 }, nowMs, row.merchantId);
}

async function countPlay(tx: Tx, invoiceId: string): Promise<void> {
  const row = await demoInvoicesTable.findOne(tx, { invoiceId }, { lock: tx.LOCK.UPDATE });
  if (row === undefined) throw new DomainError('not_found');
  if (row.plays >= MAX_DEMO_PLAYS) {
    throw new DomainError('rate_limited', { message: 'This demo invoice was played often enough. Make another one.' });
  }
  await demoInvoicesTable.update(tx, { plays: row.plays + 1 }, { invoiceId });
}

const deadlineSql = prepared(`
  UPDATE invoice SET expires_at = greatest($2, created_at)
  WHERE id = $1 AND status IN ('new', 'pending', 'partially_paid') AND expires_at > greatest($2, created_at)`);
