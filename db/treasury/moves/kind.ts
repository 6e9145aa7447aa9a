import type { Alone } from '../../../domain/compliance/alone.ts';
import type { TreasuryTransferMark, TreasuryTransferStatus } from '../../../domain/state/treasury-transfer-table.ts';
import type { Decision } from '../../process/define.ts';
import type { TransferRow, TransferVote } from './rows.ts';

export type TransferEvent =
  /**
   * `alone`: what decides whether two people have to approve; `blocked`: the staff among those who did whose vote does
   * not count. Null for both: the setting lets it run by itself.
   */
  | {
      readonly type: 'approve';
      readonly vote: TransferVote | null;
      readonly blocked: readonly string[];
      readonly alone: Alone | null;
    }
  | { readonly type: 'refuse'; readonly reason: string }
  | { readonly type: 'expire' }
  /** `payoutId`: what carries it from a hot wallet. */
  | { readonly type: 'send'; readonly payoutId: string | null }
  | {
      readonly type: 'depart';
      readonly netMinor: bigint;
      readonly venueId: string | null;
      readonly txid: string | null;
    }
  | { readonly type: 'note'; readonly txid: string }
  /** `arrival`: what it arrived as, unique at the destination. */
  | { readonly type: 'arrive'; readonly arrivedMinor: bigint; readonly arrival: string }
  | { readonly type: 'take_back' }
  | { readonly type: 'fail'; readonly reason: string }
  | { readonly type: 'give_up' };

export interface TransferKind {
  readonly row: TransferRow;
  readonly facts: { readonly row: TransferRow };
  readonly event: TransferEvent;
  readonly outcome: Decision & {
    readonly status: TreasuryTransferStatus;
    readonly effects: readonly { readonly type: TreasuryTransferMark }[];
  };
  readonly answer: { readonly status: TreasuryTransferStatus; readonly version: number };
}
