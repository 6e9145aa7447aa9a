import { gateDecimals } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import { formatTrimmed } from '../../domain/money/money.ts';
import type { ClaimSnapshot } from '../../domain/state/claim-waits.ts';
import type { OutboxRow } from '../core/outbox.ts';
import type { ClaimRow } from './rows.ts';

/** The outbox topic of mails about claims: to the claimant and to the merchant's people. */
export const CLAIM_MAIL = 'mail.claim';

/** The claim, and the status that the emails are about. */
export interface ClaimMail {
  readonly claimId: string;
  readonly status: 'received' | 'paying' | 'done' | 'declined';
}

export function claimMail(claimId: string, status: ClaimMail['status']): OutboxRow {
  return { topic: CLAIM_MAIL, payload: { claimId, status } satisfies ClaimMail };
}

export function snapshotOf({ version, status, statusReason: reason, needsOperator }: ClaimRow): ClaimSnapshot {
  return { version, status, reason, needsOperator };
}

/** Starts the claim's workflow; repeating it does nothing. */
export function claimStart(row: ClaimRow): OutboxRow {
  return { topic: 'workflow.start', payload: workflowOf(row) };
}

/** Signals the present claim to its workflow; starts a run if none is running. */
export function claimSignal(row: ClaimRow): OutboxRow {
  const eventId = newId();
  const payload = { ...workflowOf(row), signalName: 'claimChanged', signalArgs: [{ eventId, watch: snapshotOf(row) }] };
  return { topic: 'workflow.signal', payload, eventId };
}

/** The payment, with its asset: of an asset without a gate, in its smallest unit. */
export function amountOf({ gateId, asset, amountMinor }: Pick<ClaimRow, 'gateId' | 'asset' | 'amountMinor'>): string {
  return gateId === null ? `${amountMinor} ${asset}` : `${formatTrimmed(amountMinor, gateDecimals(gateId))} ${gateId}`;
}

function workflowOf(row: ClaimRow) {
  const { id, merchantId, mode, network } = row;
  return {
    workflowType: 'claimWorkflow',
    workflowId: `claim:${id}`,
    taskQueue: 'core',
    summary: `${mode} claim to ${amountOf(row)}`,
    input: { version: 2, claimId: id, merchantId, mode, network, watch: snapshotOf(row) },
    searchAttributes: { MerchantId: merchantId, Network: network },
  };
}
