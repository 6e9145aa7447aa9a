import { type CryptoGate, type CryptoGateId, gatesOn } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import { resolveAlert } from '../alerts/alerts.ts';
import { audit } from '../audit/audit.ts';
import type { Chain } from '../chain/cursor.ts';
import { readChainIdentity } from '../chain/identity.ts';
import type { Tx } from '../core/sequelize.ts';
import { one, prepared, select } from '../core/sql.ts';
import { type AccountKind, GATEWAY } from '../ledger/accounts.ts';
import type { Posting } from '../ledger/transfer-request.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { custodyChecksTable } from './rows.ts';

export interface EndChain extends Chain {
  /** The operator. */
  readonly by: string;
  readonly note: string;
}

/** The result for the coins of one gate; minor units. */
export interface EndedGate {
  readonly gateId: CryptoGateId;
  /** Removed from merchants' balances and from the gateway's own accounts. */
  readonly takenMinor: bigint;
  /** Left with invoices and in suspense, because rows refer to it; no coins of a chain cover it any more. */
  readonly leftMinor: bigint;
}

/**
 * Closes the books of a simulated or test chain, so that another chain can replace it: afterwards no coins of this
 * chain are in custody. Balances, debts, fees and losses become zero. Money of invoices and in suspense stays in its
 * accounts, because rows refer to it, against `custody_ended:<network>`. A second run finds nothing to do.
 *
 * @throws Error for a main chain, for a chain that was never followed, and while payouts are open or our transactions
 *   are unconfirmed
 */
export async function endChain(tx: Tx, { mode, network, by, note }: EndChain): Promise<EndedGate[]> {
  await checkMayEnd(tx, { mode, network });
  const id = newId();
  const ended: EndedGate[] = [];
  for (const gate of gatesOn(network)) {
    for (const kind of ['custody_missing', 'custody_surplus'] as const) {
      await resolveAlert(tx, { kind, subject: `${mode}:${gate.id}` });
    }
    const { postings, ...amounts } = endingPostings(await lockGateAccounts(tx, { mode, network }, gate), {
      mode,
      network,
      gate,
    });
    if (postings.length === 0) continue;
    const key = `chain-ended:${id}:${gate.id}`;
    await postTransfers(tx, [{ key, kind: 'chain_ended', note: `${by}: ${note}`, postings }]);
    ended.push({ gateId: gate.id, ...amounts });
  }
  await custodyChecksTable.destroy(tx, { mode, network });
  if (ended.length === 0) return ended;
  await audit(tx, {
    chain: 'staff',
    actor: { kind: 'system', id: null, name: by },
    origin: null,
    action: 'money.chain_ended',
    target: { kind: 'network', id: network, label: `${network} (${mode})` },
    data: { note, taken: ended.map(({ gateId, takenMinor }) => `${gateId} ${takenMinor}`) },
  });
  return ended;
}

async function checkMayEnd(tx: Tx, chain: Chain): Promise<void> {
  const { mode, network } = chain;
  const identity = await readChainIdentity(tx, chain);
  if (identity === null)
    throw new Error(`No chain of ${network} was followed in ${mode} mode: there is nothing to end.`);
  if (identity.chain === 'main') throw new Error(`${network} (${mode}) is the main chain: its books are never ended.`);
  const { payouts, transactions } = await one<{ payouts: number; transactions: number }>(tx, openSql, [mode, network]);
  if (payouts > 0 || transactions > 0) {
    throw new Error(
      `${payouts} payouts and refunds on ${network} (${mode}) still hold money, ` +
        `and ${transactions} transactions still need confirmations. ` +
        'Cancel the payouts that can be canceled, wait for the rest, then run this again.',
    );
  }
}

interface GateAccount {
  readonly owner: string;
  readonly kind: AccountKind;
  /** Credits minus debits, all stripes together. */
  readonly minor: bigint;
}

/** All accounts of a gate, locked in the order of the ledger. @throws Error while any of their money is held */
async function lockGateAccounts(tx: Tx, { mode, network }: Chain, { id }: CryptoGate): Promise<GateAccount[]> {
  const rows = await select<{ owner: string; kind: AccountKind; minor: string; held: boolean }>(tx, lockSql, [
    mode,
    id,
  ]);
  if (rows.some(({ held }) => held)) {
    throw new Error(
      `Money in ${id} (${mode}) is held by mass payouts on ${network}: wait for them, then run this again.`,
    );
  }
  return rows.map(({ owner, kind, minor }) => ({ owner, kind, minor: BigInt(minor) }));
}

/** The accounts that are emptied: no rows refer to their money. */
const TAKEN: ReadonlySet<AccountKind> = new Set<AccountKind>([
  'available',
  'receivable',
  'position',
  'reorg_loss',
  'fees:service',
  'fees:network',
]);

function endingPostings(
  accounts: readonly GateAccount[],
  { mode, network, gate }: Chain & { readonly gate: CryptoGate },
): Omit<EndedGate, 'gateId'> & { readonly postings: readonly Posting[] } {
  const ref = (owner: string, kind: AccountKind) => ({ owner, mode, asset: gate.id, kind });
  const custody = ref(GATEWAY, `custody:${network}`);
  const taken = accounts.filter(({ kind, minor }) => TAKEN.has(kind) && minor !== 0n);
  const takenMinor = taken.reduce((sum, { minor }) => sum + minor, 0n);
  const coinsMinor = accounts.reduce((sum, { kind, minor }) => (kind === custody.kind ? sum - minor : sum), 0n);
  const leftMinor = coinsMinor - takenMinor;
  return {
    takenMinor,
    leftMinor,
    postings: [
      ...taken.map(({ owner, kind, minor }) => movement(ref(owner, kind), custody, minor)),
      ...(leftMinor === 0n ? [] : [movement(ref(GATEWAY, `custody_ended:${network}`), custody, leftMinor)]),
    ],
  };
}

/** Moves `minor` from one account to the other; a negative amount moves back. */
function movement(from: Posting['debit'], to: Posting['credit'], minor: bigint): Posting {
  return minor > 0n ? { debit: from, credit: to, minor } : { debit: to, credit: from, minor: -minor };
}

const openSql = prepared(`
  SELECT (SELECT count(*)::int FROM payout WHERE mode = $1 AND network = $2 AND hold = 'open') AS payouts,
    (SELECT count(*)::int FROM outgoing_transaction
     WHERE mode = $1 AND network = $2 AND status IN ('signed', 'sent', 'mined', 'replaced')) AS transactions`);

const lockSql = prepared(`
  WITH locked AS MATERIALIZED (SELECT * FROM account WHERE mode = $1 AND asset = $2 ORDER BY id FOR NO KEY UPDATE)
  SELECT owner, kind, sum(credits_posted - debits_posted)::text AS minor, bool_or(debits_pending <> 0) AS held
  FROM locked GROUP BY owner, kind ORDER BY owner, kind`);
