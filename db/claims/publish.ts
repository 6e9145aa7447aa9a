import { gateDecimals } from '../../domain/assets/assets.ts';
import { formatTrimmed } from '../../domain/money/money.ts';
import type { ClaimSnapshot } from '../../domain/state/claim-waits.ts';
import type { OutboxRow } from '../core/outbox.ts';
import type { RowRun } from '../process/workflow-run.ts';
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

/** The payment, with its asset: of an asset without a gate, in its smallest unit. */
export function amountOf({ gateId, asset, amountMinor }: Pick<ClaimRow, 'gateId' | 'asset' | 'amountMinor'>): string {
  return gateId === null ? `${amountMinor} ${asset}` : `${formatTrimmed(amountMinor, gateDecimals(gateId))} ${gateId}`;
}

export function claimRun(row: ClaimRow): RowRun {
  const { id, merchantId, mode, network } = row;
  return {
    workflowType: 'claimWorkflow',
    workflowId: `claim:${id}`,
    summary: `${mode} claim to ${amountOf(row)}`,
    input: { version: 2, claimId: id, merchantId, mode, network, watch: snapshotOf(row) },
    searchAttributes: { MerchantId: merchantId, Network: network },
  };
}
