import type { CryptoGate, Mode } from '../../domain/assets.ts';
import { newId } from '../../domain/ids.ts';
import { audit } from '../audit/audit.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { postTransfers } from '../ledger/transfers.ts';
import type { Tx } from '../sequelize.ts';
import { lowerTold } from './checks.ts';

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
 * Books coins that the gateway itself put on an account that pays: gas, reserves, a float. They are its money for network costs, so custody and the network's fees grow
 * by them, and the chain agrees with the books again. What operators were told of as a surplus is less by them.
 */
export async function bookOwnFunds(tx: Tx, { mode, gate, minor, by, note }: OwnFunds): Promise<void> {
  const account = (kind: 'fees:network' | `custody:${string}`) => ({ owner: GATEWAY, mode, asset: gate.id, kind });
  const id = newId();
  await lowerTold(tx, { mode, network: gate.network }, gate.id, minor);
  await postTransfers(tx, [
    {
      key: `own-funds:${id}`,
      kind: 'own_funds',
      postings: [{ debit: account(`custody:${gate.network}`), credit: account('fees:network'), minor }],
      note: `${by}: ${note}`,
    },
  ]);
  await audit(tx, {
    chain: 'staff',
    actor: { kind: 'system', id: null, name: by },
    origin: null,
    action: 'money.funded',
    target: { kind: 'gate', id: gate.id, label: `${gate.id} (${mode})` },
    data: { minor: minor.toString(), note },
  });
}
