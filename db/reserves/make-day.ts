import { createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { bytesToHex } from '@noble/hashes/utils.js';
import { GATE_IDS, type GateId, gateDecimals, type Mode, type Network } from '../../domain/assets/assets.ts';
import { HASH_BYTES, type TreeNode } from '../../domain/reserves/hashes.ts';
import { rootOf } from '../../domain/reserves/inclusion.ts';
import type { HeldSource, StatedAsset } from '../../domain/reserves/statement.ts';
import { buildTree, type ReserveTree } from '../../domain/reserves/tree.ts';
import { lastStatement } from '../bank/statements.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { execute, json, lockUntilCommit, maybeOne, prepared } from '../core/sql.ts';
import { readCustodyChecks } from '../custody/checks.ts';
import type { DocumentSigner } from '../documents/keys.ts';
import { type Owed, readOwed } from './owed.ts';
import { reserveAssetsTable, reserveDaysTable, reserveLeavesTable } from './rows.ts';

export interface ReserveDayInput {
  readonly mode: Mode;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** The origin of the gateway, which the statement names. */
  readonly gateway: string;
  readonly isSimulated: (network: Network | 'bank') => boolean;
}

/**
 * Makes the trees of a day and signs their roots, in one transaction: all of the day is there, or nothing. Called
 * again, also at the same time, it changes nothing. A day before one that was made is refused, because each statement
 * names the one before it.
 * @returns whether the day is new
 */
export async function makeReserveDay(db: Db, signer: DocumentSigner, input: ReserveDayInput): Promise<boolean> {
  const { mode, day, gateway } = input;
  return inTransaction(db, async (tx) => {
    // One at a time: the second one sees what the first one made.
    await lockUntilCommit(tx, `reserves:${mode}`);
    const last = await maybeOne<LastRow>(tx, lastSql, [mode]);
    if (last !== undefined && last.day >= day) return false;
    const { moment, owed } = await readOwed(tx, mode);
    const held = await readHeld(tx, input);
    const assets: MadeAsset[] = [];
    for (const gateId of GATE_IDS) {
      assets.push(makeAsset({ mode, day, gateId }, owed, held.get(gateId) ?? null));
      // A large tree takes a second; heartbeats and other work of this process come between.
      await setImmediate();
    }
    const previous = last === undefined ? null : createHash('sha256').update(last.statement).digest('base64url');
    const stated = assets.map((asset) => asset.stated);
    const statement = signer.state({ mode, day, moment: moment.toISOString(), gateway, previous, assets: stated });
    await reserveDaysTable.create(tx, { mode, day, moment, statement, keyId: signer.keyId });
    for (const asset of assets) await storeAsset(tx, { mode, day }, asset);
    return true;
  });
}

interface LastRow {
  day: string;
  statement: string;
}

const lastSql = prepared(`
  SELECT day::text AS day, statement FROM reserve_day WHERE mode = $1 ORDER BY day DESC LIMIT 1`);

interface MadeAsset {
  readonly stated: StatedAsset;
  readonly tree: ReserveTree;
}

function makeAsset(
  context: { readonly mode: Mode; readonly day: string; readonly gateId: GateId },
  owed: readonly Owed[],
  held: StatedAsset['held'],
): MadeAsset {
  const { gateId } = context;
  const balances = owed
    .filter((each) => each.gateId === gateId)
    .map(({ owner, amountMinor }) => ({ merchantId: owner, amountMinor }));
  // The seed is forgotten with this call: what is stored says nothing about free places.
  const tree = buildTree(context, randomBytes(HASH_BYTES), balances);
  const expected = balances.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  const rootHash = bytesToHex(tree.root.hash);
  // A signed root must be provable to everyone who is part of it.
  for (const inclusion of tree.inclusions) {
    const { hash, sumMinor } = rootOf(context, inclusion);
    if (bytesToHex(hash) !== rootHash || sumMinor !== expected)
      throw new Error(`The tree of ${gateId} proves nothing.`);
  }
  const decimals = gateDecimals(gateId);
  return { tree, stated: { gateId, decimals, depth: tree.depth, rootHash, owedMinor: tree.root.sumMinor, held } };
}

async function storeAsset(
  tx: Tx,
  of: { readonly mode: Mode; readonly day: string },
  { stated, tree }: MadeAsset,
): Promise<void> {
  const { gateId, depth, rootHash, owedMinor, held } = stated;
  await reserveAssetsTable.create(tx, {
    ...of,
    gateId,
    depth,
    rootHash: Buffer.from(rootHash, 'hex'),
    owedMinor,
    heldMinor: held?.minor ?? null,
    heldSource: held?.source ?? null,
    heldAt: held === null ? null : new Date(held.at),
  });
  for (let at = 0; at < tree.inclusions.length; at += AT_ONCE) {
    const leaves = tree.inclusions.slice(at, at + AT_ONCE).map(({ merchantId, amountMinor, place, salt, path }) => {
      const written = Buffer.concat(path.map(nodeBytes));
      const leaf = { ...of, gateId, owner: merchantId, amountMinor, place, salt: Buffer.from(salt), path: written };
      return reserveLeavesTable.write(leaf);
    });
    await execute(tx, leavesSql, [json(leaves)]);
  }
}

const AT_ONCE = 500;

const leavesSql = prepared(`
  INSERT INTO reserve_leaf (${reserveLeavesTable.names})
  SELECT ${reserveLeavesTable.names} FROM jsonb_populate_recordset(NULL::reserve_leaf, $1::jsonb)`);

function nodeBytes({ hash, sumMinor }: TreeNode): Buffer {
  return Buffer.concat([hash, Buffer.from(sumMinor.toString(16).padStart(2 * HASH_BYTES, '0'), 'hex')]);
}

/** Amounts that are held, by the last comparison of each network with its node, and the bank's last statement. */
async function readHeld(tx: Tx, { mode, isSimulated }: ReserveDayInput): Promise<Map<GateId, StatedAsset['held']>> {
  const held = new Map<GateId, StatedAsset['held']>();
  const note = (gateId: GateId, minor: bigint, { source, at }: { readonly source: HeldSource; readonly at: string }) =>
    held.set(gateId, minor < 0n ? null : { minor, source, at });
  for (const check of await readCustodyChecks(tx)) {
    if (check.mode !== mode) continue;
    const source = isSimulated(check.network) ? 'simulator' : 'node';
    // The oldest answer that the sum is made of: the sum is no fresher than that.
    note(check.gateId, check.chainMinor, { source, at: check.askedSince.toISOString() });
  }
  const last = await lastStatement(tx, mode);
  if (last !== null) {
    const source = isSimulated('bank') ? 'simulator' : 'bank_statement';
    note('EUR', last.head.closingMinor, { source, at: `${last.head.closingDay}T23:59:59.999Z` });
  }
  return held;
}
