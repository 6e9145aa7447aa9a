import type { Admit } from '../../db/bank/collect.ts';
import { lockBank } from '../../db/bank/lock.ts';
import type { SecretBox } from '../../db/core/secret-box.ts';
import { type Db, moneyTransaction, retrying, type Tx } from '../../db/core/sequelize.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import type { Config } from '../../settings/config.ts';
import type { Schemas } from './files/schemas.ts';
import type { OwnAccount } from './files/write-payments.ts';
import type { BankTransport } from './transport.ts';

/** The bank of one mode, and what is needed to work with it. */
export interface BankDeps {
  readonly db: Db;
  readonly box: SecretBox;
  readonly mode: Mode;
  readonly account: OwnAccount;
  readonly schemas: Schemas;
  readonly transport: BankTransport;
  /** The pause between two files of payments. */
  readonly windowMs: number;
  /** The hour in Frankfurt until which the bank executes a file on the same day. */
  readonly cutOffHour: number;
  /** The most that the bank may take as fees within a day; staff decide about more. */
  readonly feesADayMinor: bigint;
  readonly nowMs: () => number;
  /** Which payments may go into a file. */
  readonly admit: Admit;
}

/** The dependencies of the bank's activities, by which the bank of each mode is opened. */
export interface BankActivityDeps {
  readonly db: Db;
  readonly box: SecretBox;
  readonly config: Pick<
    Config,
    'bank' | 'nodeEnv' | 'dataDir' | 'bankWindowMinutes' | 'bankCutOffHour' | 'bankFeesADayMinor'
  >;
  readonly nowMs: () => number;
  readonly admit: Admit;
}

/** Under the lock of the bank, so that nobody else books meanwhile. */
export function bankTransaction<T>({ db, mode }: BankDeps, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retrying(() =>
    moneyTransaction(db, async (tx) => {
      await lockBank(tx, mode);
      return work(tx);
    }),
  );
}
