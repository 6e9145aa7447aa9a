import type { ClaimEffect, ClaimEvent, ClaimOutcome } from '../../domain/state/claim.ts';
import type { Tx } from '../core/sequelize.ts';
import { type AccountRef, claimKind, GATEWAY } from '../ledger/accounts.ts';
import type { TransferRequest } from '../ledger/transfer-request.ts';
import { postTransfers } from '../ledger/transfers.ts';
import type { Decided } from '../process/define.ts';
import type { ClaimRow } from './rows.ts';

/** The types that make up the process. */
export interface ClaimKind {
  readonly row: ClaimRow;
  readonly facts: { readonly row: ClaimRow };
  readonly event: ClaimEvent;
  readonly outcome: ClaimOutcome;
  readonly answer: { readonly changed: boolean; readonly row: Pick<ClaimRow, 'status' | 'version'> };
}

/** Posts what decisions move, always the whole payment; each effect of a step has a key of its own. */
export async function postClaimEffects(tx: Tx, decided: readonly Decided<ClaimKind>[]): Promise<undefined> {
  const requests = decided.flatMap(({ before: { row }, outcome: { effects }, stepKey }) =>
    effects.flatMap((effect) => transferOf(row, effect, stepKey)),
  );
  await postTransfers(tx, requests);
}

function transferOf(row: ClaimRow, { type }: ClaimEffect, stepKey: string): TransferRequest[] {
  const way = WAYS[type];
  if (way === undefined) return [];
  const [debit, credit] = way.map((place) => accountOf(row, place)) as [AccountRef, AccountRef];
  return [
    {
      key: `${stepKey}:${type}`,
      kind: `claim_${type}`,
      entity: `claim:${row.id}`,
      postings: [{ debit, credit, minor: row.amountMinor }],
    },
  ];
}

type Place = 'suspense' | 'claim' | 'reorg_loss';

const WAYS: Partial<Record<ClaimEffect['type'], readonly [from: Place, to: Place]>> = {
  take: ['suspense', 'claim'],
  put_back: ['claim', 'suspense'],
  cover_loss: ['reorg_loss', 'suspense'],
  uncover_loss: ['suspense', 'reorg_loss'],
  fill_loss: ['claim', 'reorg_loss'],
};

function accountOf({ id, mode, asset }: ClaimRow, place: Place): AccountRef {
  return { owner: GATEWAY, mode, asset, kind: place === 'claim' ? claimKind(id) : place };
}
