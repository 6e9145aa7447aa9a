import { isDeepStrictEqual } from 'node:util';
import { raiseAlert, resolveAlert } from '../../db/alerts.ts';
import type { Chain } from '../../db/chain/cursor.ts';
import { type Amounts, type CustodyBooks, type OpenTransaction, readCustodyBooks } from '../../db/custody/books.ts';
import { recordCustodyCheck } from '../../db/custody/checks.ts';
import { changeStop } from '../../db/payouts/emergency-stop.ts';
import { type Db, inTransaction, type Tx } from '../../db/sequelize.ts';
import { type CryptoGate, gateDecimals, gatesOn } from '../../domain/assets.ts';
import { type CustodyFigures, custodyVerdict, type StandingDifference } from '../../domain/custody.ts';
import { formatTrimmed } from '../../domain/money.ts';
import type { CustodyWays } from './holdings.ts';

export interface CustodyDeps {
  readonly db: Db;
  readonly nowMs: () => number;
  /** How long a difference has to stand before anything follows from it. */
  readonly graceMs: number;
}

/** A comparison that can be relied on. */
export interface CustodyFinding {
  readonly height: number;
  readonly figures: readonly CustodyFigures[];
  /** When the oldest of the node's answers was given. */
  readonly askedSinceMs: number;
}

/**
 * Compares the coins of a network with its custody accounts at one block and writes the outcome down. Missing coins that stay missing pull the stop of the network
 * and alert operators, once; letting money out again is their decision. Null while chain and books move: ask again.
 * @throws ChainUnavailable when the node cannot be relied on now
 */
export async function checkCustody(deps: CustodyDeps, ways: CustodyWays): Promise<CustodyFinding | null> {
  const finding = await compareCustody(deps.db, ways);
  if (finding === null) return null;
  const { port } = ways;
  await inTransaction(deps.db, async (tx) => {
    const nowMs = deps.nowMs();
    for (const figures of finding.figures) {
      const { height, askedSinceMs } = finding;
      const standing = await recordCustodyCheck(tx, port, { height, figures, askedSinceMs, nowMs });
      await conclude(tx, { deps, chain: port, figures, standing, nowMs });
    }
  });
  return finding;
}

/** What is found when nothing moved between the first question and the last. */
export async function compareCustody(db: Db, { port, holdings }: CustodyWays): Promise<CustodyFinding | null> {
  const before = await readCustodyBooks(db, port);
  const tip = await port.tip();
  if (before.tipHash !== tip.hash) return null;
  const { amounts: held, askedSinceMs } = await holdings.holdings(db);
  const mined = await minedOf(port, before.open);
  const moved = (await port.tip()).hash !== tip.hash;
  if (moved || !isDeepStrictEqual(before, await readCustodyBooks(db, port))) return null;
  return {
    height: tip.height,
    askedSinceMs,
    figures: gatesOn(port.network).map((of) => figuresOf(of, { held, books: before, mined })),
  };
}

interface MinedTransaction extends OpenTransaction {
  readonly failed: boolean;
}

/** What the chain has taken in of what the books do not have yet; the chain is asked, because the rows follow it. */
async function minedOf(port: CustodyWays['port'], open: readonly OpenTransaction[]): Promise<MinedTransaction[]> {
  const mined: MinedTransaction[] = [];
  for (const transaction of open) {
    const found = await port.transaction(transaction.txid);
    if (found?.block) mined.push({ ...transaction, failed: found.failed });
  }
  return mined;
}

interface Parts {
  readonly held: Amounts;
  readonly books: CustodyBooks;
  readonly mined: readonly MinedTransaction[];
}

function figuresOf({ id, network }: CryptoGate, { held, books, mined }: Parts): CustodyFigures {
  const isCoin = gatesOn(network)[0]?.id === id;
  return {
    gateId: id,
    chainMinor: held[id] ?? 0n,
    booksMinor: books.custody[id] ?? 0n,
    incomingMinor: books.incoming[id] ?? 0n,
    outgoingMinor: sum(mined.filter(({ failed }) => !failed).map(({ pays }) => pays[id] ?? 0n)),
    openFeesMinor: isCoin ? sum(mined.map(({ feeMinor }) => feeMinor)) : 0n,
  };
}

interface Conclusion {
  readonly deps: CustodyDeps;
  readonly chain: Chain;
  readonly figures: CustodyFigures;
  readonly standing: StandingDifference | null;
  readonly nowMs: number;
}

async function conclude(tx: Tx, { deps, chain, figures, standing, nowMs }: Conclusion): Promise<void> {
  const alert = { kind: 'custody_differs', subject: `${chain.mode}:${figures.gateId}` };
  if (standing === null) {
    await resolveAlert(tx, alert);
    return;
  }
  const verdict = custodyVerdict(standing, { nowMs, graceMs: deps.graceMs });
  if (verdict === 'wait') return;
  const isNew = await raiseAlert(tx, { ...alert, message: describe(chain, figures, standing) });
  // An operator who lets money out again while the alert is open has decided so.
  if (isNew && verdict === 'stop') {
    const reason = `Coins are missing: ${figures.gateId} on chain and in the books differ.`;
    await changeStop(tx, { modes: [chain.mode], network: chain.network, stopped: true, by: 'reconciliation', reason });
  }
}

function describe({ mode, network }: Chain, figures: CustodyFigures, { differenceMinor }: StandingDifference): string {
  const { gateId } = figures;
  const amount = (minor: bigint) => `${formatTrimmed(minor, gateDecimals(gateId))} ${gateId}`;
  const missing = differenceMinor < 0n;
  return [
    missing
      ? `${amount(-differenceMinor)} are missing on ${network} (${mode}); nothing leaves this network until an operator lets it.`
      : `${amount(differenceMinor)} more than the books know are on ${network} (${mode}).`,
    `On chain ${amount(figures.chainMinor)}, in the books ${amount(figures.booksMinor)},`,
    `on the way in ${amount(figures.incomingMinor)}, on the way out ${amount(figures.outgoingMinor)}.`,
  ].join(' ');
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
