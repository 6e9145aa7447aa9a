import type { PayoutPerson, SpaPayout, SpaPayoutRow } from '../../contract/payouts.ts';
import { presentPayout } from '../../contract/payouts.view.ts';
import type { PayoutTimeline } from '../../db/payouts/timeline.ts';
import { gates } from '../../domain/assets/assets.ts';
import { addressUrl, explorerUrl } from '../../domain/assets/explorers.ts';
import { formatAmount } from '../../domain/money/money.ts';
import type { PayoutQuote } from '../../domain/outflows/fees.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import { isCreator } from '../../domain/state/payout-facts.ts';

export interface Viewer {
  readonly userId: string;
  /** May ask for payouts, and so approve and cancel them. */
  readonly mayAct: boolean;
  readonly named: (actor: PayoutActor) => PayoutPerson;
}

/** A payout as a row of the back office's list. */
export function presentPayoutRow(payout: PayoutRow, { userId, mayAct, named }: Viewer): SpaPayoutRow {
  const { status, approvalRequired, createdBy, createdByKind, approvedBy, approvedByKind } = payout;
  return {
    ...presentPayout(payout),
    created_by: named({ kind: createdByKind, id: createdBy }),
    approved_by:
      approvedBy === null || approvedByKind === null ? null : named({ kind: approvedByKind, id: approvedBy }),
    actions: {
      approve: mayAct && status === 'new' && !(approvalRequired && isCreator(payout, userId)),
      cancel: mayAct && CANCELABLE.has(status) && payout.transactions.length === 0,
    },
  };
}

export function presentSpaPayout(payout: PayoutRow, viewer: Viewer, story: PayoutTimeline): SpaPayout {
  const row = presentPayoutRow(payout, viewer);
  const { network } = gates[payout.gateId];
  const isPublic = payout.chain === 'main';
  return {
    ...row,
    address_url: isPublic ? addressUrl(network, row.address) : null,
    transactions: row.transactions.map((each) => ({
      ...each,
      explorer_url: isPublic ? explorerUrl(network, each.txid) : null,
    })),
    method: story.method,
    timeline: [...story.timeline],
    ledger: [...story.ledger],
  };
}

/** The cost of a payout, in coins. */
export function presentQuote(quote: PayoutQuote, decimals: number) {
  const amount = (minor: bigint) => formatAmount(minor, decimals);
  return {
    net_amount: amount(quote.netMinor),
    total: amount(quote.heldMinor),
    fees: { service: amount(quote.serviceFeeMinor), network: amount(quote.networkFeeMinor) },
  };
}

const CANCELABLE: ReadonlySet<string> = new Set(['new', 'pending', 'queue']);
