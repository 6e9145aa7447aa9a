import type { CryptoGate, Mode } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import { audit } from '../audit/audit.ts';
import type { Tx } from '../core/sequelize.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { lowerMissing, reduceReportedSurplus } from './checks.ts';

export interface OwnFunds {
  readonly mode: Mode;
  readonly gate: CryptoGate;
  /** More than zero. */
  readonly minor: bigint;
  /** The operator. */
  readonly by: string;
  readonly note: string;
}

/**
 * Books coins that the gateway itself deposited on a paying account: gas, reserves, a float. They are its money for
 * network costs, so custody and network fees grow by them and the books agree with the chain again. The reported
 * surplus shrinks by the same amount.
 */
export async function bookOwnFunds(tx: Tx, { mode, gate, minor, by, note }: OwnFunds): Promise<void> {
  const account = (kind: 'fees:network' | `custody:${string}`) => ({ owner: GATEWAY, mode, asset: gate.id, kind });
  const id = newId();
  await reduceReportedSurplus(tx, { mode, network: gate.network }, gate.id, minor);
  await postTransfers(tx, [
    {
      key: `own-funds:${id}`,
      kind: 'own_funds',
      postings: [{ debit: account(`custody:${gate.network}`), credit: account('fees:network'), minor }],
      note: `${by}: ${note}`,
    },
  ]);
  await record(tx, 'money.funded', { mode, gate, minor, by, note });
}

/**
 * Books coins that are gone from the chain as the gateway's loss, with the reason, e.g. a fee paid by other software.
 * Custody and network fees shrink by them. The amount is limited to what the last comparison found missing, so a
 * repeated call books once.
 * @throws Error if fewer coins are missing
 */
export async function bookMissing(tx: Tx, funds: OwnFunds): Promise<void> {
  const { mode, gate, minor, by, note } = funds;
  const account = (kind: 'fees:network' | `custody:${string}`) => ({ owner: GATEWAY, mode, asset: gate.id, kind });
  if (!(await lowerMissing(tx, { mode, network: gate.network }, gate.id, minor))) {
    throw new Error(
      'The last comparison found fewer coins missing. Run `npm run custody` to see how many, and book at most that.',
    );
  }
  await postTransfers(tx, [
    {
      key: `custody-missing:${newId()}`,
      kind: 'custody_missing',
      postings: [{ debit: account('fees:network'), credit: account(`custody:${gate.network}`), minor }],
      note: `${by}: ${note}`,
    },
  ]);
  await record(tx, 'money.written_off', funds);
}

function record(tx: Tx, action: 'money.funded' | 'money.written_off', { mode, gate, minor, by, note }: OwnFunds) {
  return audit(tx, {
    chain: 'staff',
    actor: { kind: 'system', id: null, name: by },
    origin: null,
    action,
    target: { kind: 'gate', id: gate.id, label: `${gate.id} (${mode})` },
    data: { minor: minor.toString(), note },
  });
}
