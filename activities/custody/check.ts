import { isDeepStrictEqual } from 'node:util';
import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import type { Chain } from '../../db/chain/cursor.ts';
import { type Db, inTransaction, type Tx } from '../../db/core/sequelize.ts';
import { type Amounts, type CustodyBooks, type OpenTransaction, readCustodyBooks } from '../../db/custody/books.ts';
import { lockCustodyStanding, recordCustodyCheck } from '../../db/custody/checks.ts';
import { changeStop, isNetworkStopped, RECONCILIATION } from '../../db/payouts/emergency-stop.ts';
import { type CryptoGate, gateDecimals, gatesOn } from '../../domain/assets/assets.ts';
import {
  type CustodyFigures,
  type CustodyStanding,
  type CustodyVerdict,
  judgeCustody,
} from '../../domain/assets/custody.ts';
import { formatTrimmed } from '../../domain/money/money.ts';
import type { CustodySources } from './holdings.ts';

export interface CustodyDeps {
  readonly db: Db;
  readonly nowMs: () => number;
  /** How long a difference has to last before it has consequences. */
  readonly graceMs: number;
}

/** A comparison that can be relied on. */
export interface CustodyFinding {
  readonly height: number;
  readonly figures: readonly CustodyFigures[];
  /** When the oldest of the node's answers was given. */
  readonly oldestAnswerMs: number;
}

/**
 * Compares the coins of a network with its custody accounts at one block and writes the outcome down. Missing coins
 * that stay missing pull the stop of the network and alert operators, once; letting money out again is their decision,
 * and more that goes missing then stops again. Null while chain and books move: ask again.
 * @throws ChainUnavailableError when the node cannot be relied on now
 */
export async function checkCustody(deps: CustodyDeps, ways: CustodySources): Promise<CustodyFinding | null> {
  const finding = await compareCustody(deps.db, ways);
  if (finding === null) return null;
  const { port } = ways;
  await inTransaction(deps.db, async (tx) => {
    const nowMs = deps.nowMs();
    for (const figures of finding.figures) {
      const { height, oldestAnswerMs } = finding;
      const before = await lockCustodyStanding(tx, port, figures.gateId);
      const { standing, verdict } = judgeCustody(figures, before, { nowMs, graceMs: deps.graceMs });
      await recordCustodyCheck(tx, port, { height, figures, standing, oldestAnswerMs, nowMs });
      await applyVerdict(tx, { chain: port, figures, standing, verdict });
    }
  });
  return finding;
}

/** The result when nothing moved between the first call and the last. */
export async function compareCustody(db: Db, { port, holdings }: CustodySources): Promise<CustodyFinding | null> {
  const before = await readCustodyBooks(db, port);
  const tip = await port.tip();
  if (before.tipHash !== tip.hash) return null;
  const { amounts: held, oldestAnswerMs } = await holdings.holdings(db);
  const mined = await minedOf(port, before.open);
  const moved = (await port.tip()).hash !== tip.hash;
  if (moved || !isDeepStrictEqual(before, await readCustodyBooks(db, port))) return null;
  return {
    height: tip.height,
    oldestAnswerMs,
    figures: gatesOn(port.network).map((of) => figuresOf(of, { held, books: before, mined })),
  };
}

interface MinedTransaction extends OpenTransaction {
  readonly failed: boolean;
}

/** Coins that are on the chain but not yet in the books; the chain is asked, because the rows follow it. */
async function minedOf(port: CustodySources['port'], open: readonly OpenTransaction[]): Promise<MinedTransaction[]> {
  const mined: MinedTransaction[] = [];
  for (const transaction of open) {
    const found = await port.transaction(transaction.txid);
    if (found?.block) mined.push({ ...transaction, failed: found.failed });
  }
  return mined;
}

interface FigureSources {
  readonly held: Amounts;
  readonly books: CustodyBooks;
  readonly mined: readonly MinedTransaction[];
}

function figuresOf({ id, network }: CryptoGate, { held, books, mined }: FigureSources): CustodyFigures {
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
  readonly chain: Chain;
  readonly figures: CustodyFigures;
  readonly standing: CustodyStanding;
  readonly verdict: CustodyVerdict | null;
}

async function applyVerdict(tx: Tx, { chain, figures, standing, verdict }: Conclusion): Promise<void> {
  const subject = `${chain.mode}:${figures.gateId}`;
  const missing = { kind: 'custody_missing', subject } as const;
  const surplus = { kind: 'custody_surplus', subject } as const;
  const { differenceMinor } = standing;
  if (verdict?.act === 'stop') {
    const reason = `Coins are missing: ${figures.gateId} on the chain and in the books differ.`;
    await changeStop(tx, { modes: [chain.mode], network: chain.network, stopped: true, by: RECONCILIATION, reason });
    // A difference larger than the reported one is reported again.
    await resolveAlert(tx, missing);
    await raiseAlert(tx, {
      ...missing,
      message: `${missingMessage(chain, figures, verdict.minor)} ${figuresMessage(figures)}`,
    });
  } else if (differenceMinor >= 0n && !(await isNetworkStopped(tx, chain))) {
    // Nothing is missing, or an operator has decided that the coins missing from a surplus are not a loss.
    await resolveAlert(tx, missing);
  }
  if (differenceMinor <= 0n) await resolveAlert(tx, surplus);
  else if (verdict?.act === 'tell') {
    await raiseAlert(tx, {
      ...surplus,
      message: `${surplusMessage(chain, figures, differenceMinor)} ${figuresMessage(figures)}`,
    });
  }
}

function missingMessage({ mode, network }: Chain, { gateId }: CustodyFigures, minor: bigint): string {
  const missing = `${amountOf(gateId, minor)} are missing on ${network} (${mode}).`;
  return `${missing} Nothing is sent on this network until an operator releases the stop.`;
}

function surplusMessage({ mode, network }: Chain, { gateId }: CustodyFigures, minor: bigint): string {
  return `${network} (${mode}) has ${amountOf(gateId, minor)} more than the books.`;
}

function figuresMessage({ gateId, ...figures }: CustodyFigures): string {
  const amount = (minor: bigint) => amountOf(gateId, minor);
  return [
    `On chain ${amount(figures.chainMinor)}, in the books ${amount(figures.booksMinor)},`,
    `incoming ${amount(figures.incomingMinor)}, outgoing ${amount(figures.outgoingMinor)}.`,
  ].join(' ');
}

function amountOf(gateId: CustodyFigures['gateId'], minor: bigint): string {
  return `${formatTrimmed(minor, gateDecimals(gateId))} ${gateId}`;
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
