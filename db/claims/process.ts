import { nextClaim } from '../../domain/state/claim.ts';
import { resolveAlert } from '../alerts/alerts.ts';
import { operatorAlerts } from '../alerts/operator-alerts.ts';
import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import { type Decided, defineProcess } from '../process/define.ts';
import { lockRows } from '../process/lock.ts';
import { type ClaimKind, postClaimEffects } from './ledger.ts';
import { amountOf, claimMail, claimRun } from './publish.ts';
import { type ClaimRow, claimsTable, toFacts } from './rows.ts';

/** The life of a claim to a payment that belongs to nobody. Its payment, and then its payout, are locked before it. */
export const claimProcess = defineProcess<ClaimKind>({
  name: 'claim',
  table: claimsTable,
  changes: [
    'version',
    'status',
    'statusReason',
    'needsOperator',
    'evidence',
    'votes',
    'note',
    'lossMinor',
    'netMinor',
    'serviceFeeMinor',
    'networkFeeMinor',
    'payoutId',
    'closedAt',
  ],
  lock: lockRows(claimsTable),
  decide: ({ row }, { event }) => nextClaim(toFacts(row), event),
  after: claimAfter,
  effects: {
    take: postClaimEffects,
    put_back: postClaimEffects,
    cover_loss: postClaimEffects,
    uncover_loss: postClaimEffects,
    fill_loss: postClaimEffects,
    ...operatorAlerts(lossAlert),
    tell: tellPeople,
  },
  workflow: {
    neededWhen: `t.status IN ('checking', 'review', 'paying') OR t.needs_operator`,
    workflowId: `'claim:' || t.id`,
    signal: 'claimChanged',
    hears: ({ after }) => after.status !== 'recorded',
    run: ({ row }) => claimRun(row),
  },
  answer: ({ outcome: { changed } }, { status, version }) => ({ changed, row: { status, version } }),
});

function claimAfter({ before: { row }, outcome, step }: Omit<Decided<ClaimKind>, 'stepKey'>): ClaimRow {
  const { state, effects } = outcome;
  const has = (type: string) => effects.some((effect) => effect.type === type);
  const { reason: statusReason, ...same } = state;
  const isClosed = state.status === 'done' || state.status === 'declined';
  return {
    ...row,
    ...changesBy(row, step.event),
    ...same,
    statusReason,
    // The next decision is a new one, by people who know that it failed.
    ...(state.status === 'review' && row.status !== 'review' && row.status !== 'checking' ? { votes: [] } : {}),
    lossMinor: has('cover_loss') ? row.amountMinor : has('uncover_loss') || has('fill_loss') ? 0n : row.lossMinor,
    closedAt: isClosed ? (row.closedAt ?? new Date(step.nowMs)) : null,
  };
}

function changesBy(row: ClaimRow, event: ClaimKind['event']): Partial<ClaimRow> {
  switch (event.type) {
    case 'confirmed':
    case 'disproved':
      return { evidence: { ...row.evidence, ...event.evidence } };
    case 'approve':
      return { votes: [...row.votes, event.vote], ...event.paid };
    case 'refuse':
      return { note: event.note };
    default:
      return {};
  }
}

function lossAlert(row: ClaimRow) {
  const message = `${amountOf(row)} was paid back, then a reorganization took the payment.`;
  return { kind: 'claim_lost', subject: `claim:${row.id}`, message } as const;
}

/** Mails for the claimant and the merchant; nobody has to decide any more. */
async function tellPeople(tx: Tx, decided: readonly Decided<ClaimKind>[]): Promise<undefined> {
  await enqueue(
    tx,
    decided.flatMap(({ step, outcome: { state } }) =>
      state.status === 'paying' || state.status === 'done' || state.status === 'declined'
        ? [claimMail(step.id, state.status)]
        : [],
    ),
  );
  for (const { step, before, outcome } of decided) {
    await resolveAlert(tx, { kind: 'claim_waits', subject: `claim:${step.id}` });
    if (outcome.state.status !== 'paying') continue;
    await resolveAlert(tx, { kind: 'stray_payment', subject: `payment:${before.row.paymentId}` });
  }
}
