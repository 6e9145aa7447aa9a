import { restoredBankProblems } from '../../activities/bank/restored-bank.ts';
import { openRpc } from '../../activities/chain/json-rpc.ts';
import { openChain } from '../../activities/chain/open-chain.ts';
import { type ChainPort, ChainUnavailableError } from '../../activities/chain/port.ts';
import { openTronRpc } from '../../activities/chain/tron/rpc.ts';
import { openExchanges } from '../../activities/exchanges/open.ts';
import { type AdoptionDeps, adoptOutgoing } from '../../activities/sending/adopt.ts';
import { openSending } from '../../activities/sending/open-sending.ts';
import { restoredExchangeProblems } from '../../activities/treasury/restored-exchanges.ts';
import { readChainKind } from '../../db/chain/identity.ts';
import { chainCursorsTable } from '../../db/chain/rows.ts';
import { createSecretBox } from '../../db/core/secret-box.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { readCustodyChecks } from '../../db/custody/checks.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { uncheckedRestores } from '../../db/restores/record.ts';
import type { RestoreRow } from '../../db/restores/rows.ts';
import { sendingAccountsTable } from '../../db/sending/rows.ts';
import { isUtxoNetwork, MODES, type Mode, NETWORKS, type Network } from '../../domain/assets/assets.ts';
import { deriveOwnAddress } from '../../domain/assets/derivation.ts';
import { bankOf } from '../../settings/bank.ts';
import { type Config, isOpen } from '../../settings/config.ts';

interface Found {
  /** Findings and actions. */
  readonly lines: readonly string[];
  /** Empty when the database agrees. */
  readonly problems: readonly string[];
}

export interface RestoredCheck {
  readonly lines: readonly string[];
  /** The reasons why coins cannot be sent: chains, exchanges and the books. */
  readonly problems: readonly string[];
  /** The further reasons why euro cannot be sent. */
  readonly euroProblems: readonly string[];
}

/**
 * Compares a restored database with its chains, exchanges and banks, and brings back what the chains alone know:
 * payouts that were signed after the restored moment. Safe to repeat; the workers must run.
 */
export async function checkRestored(config: Config, db: Db): Promise<RestoredCheck> {
  const restores = await uncheckedRestores(db);
  const lines: string[] = [];
  const problems: string[] = [];
  for (const mode of MODES) {
    for (const network of NETWORKS) {
      if (!isOpen(config, mode, network)) continue;
      const found = await checkChain(config, db, { mode, network, restores });
      lines.push(...found.lines);
      problems.push(...found.problems);
    }
  }
  problems.push(...(await exchangeProblems(config, db, restores)));
  const { mismatches } = await trialBalance(db);
  problems.push(...mismatches.map(({ check }) => `The books do not balance: ${check}.`));
  if (mismatches.length === 0) lines.push('The books balance.');
  return { lines, problems, euroProblems: await bankProblems(config, db, restores) };
}

/** Simulated exchanges are in the same database, so they went back to the same moment; the comparison shows it. */
async function exchangeProblems(config: Config, db: Db, restores: readonly RestoreRow[]): Promise<string[]> {
  if (restores.length === 0) return [];
  const since = spanOf(restores);
  const exchanges = await openExchanges(config, db, () => undefined);
  try {
    const problems: string[] = [];
    for (const mode of MODES) {
      for (const exchange of exchanges.of(mode))
        problems.push(...(await restoredExchangeProblems(db, exchange, since)));
    }
    return problems;
  } finally {
    await exchanges.close();
  }
}

async function bankProblems(config: Config, db: Db, restores: readonly RestoreRow[]): Promise<string[]> {
  if (restores.length === 0) return [];
  const { restoredTo, restoredAt } = spanOf(restores);
  const box = createSecretBox(Buffer.from(config.encryptionKey));
  const problems: string[] = [];
  for (const mode of MODES) {
    const kind = bankOf(config, mode);
    if (kind === 'none') continue;
    const cutOffHour = kind === 'real' ? config.bankCutOffHour : null;
    problems.push(...(await restoredBankProblems({ db, box, mode, restoredTo, restoredAt, cutOffHour })));
  }
  return problems;
}

/** From the earliest restored moment to the newest restore. */
function spanOf(restores: readonly RestoreRow[]) {
  return {
    restoredTo: new Date(Math.min(...restores.map(({ restoredTo }) => restoredTo.getTime()))),
    restoredAt: new Date(Math.max(...restores.map(({ restoredAt }) => restoredAt.getTime()))),
  };
}

interface ChainCheck {
  readonly mode: Mode;
  readonly network: Network;
  readonly restores: readonly RestoreRow[];
}

async function checkChain(config: Config, db: Db, { mode, network, restores }: ChainCheck): Promise<Found> {
  const name = `${network} (${mode})`;
  try {
    const port = await openChain(config, db, mode, network);
    try {
      const { height: tip } = await port.tip();
      const cursor = await chainCursorsTable.findOne(db, { mode, network });
      // Before its first invoice, a network has nothing to lose.
      if (cursor === undefined && (await wasUnused(restores, { mode, network }))) return { lines: [], problems: [] };
      const since = Math.max(...restores.map(({ restoredAt }) => restoredAt.getTime()));
      if (cursor === undefined || cursor.checkedAt.getTime() < since || cursor.height < tip - 1)
        return {
          lines: [],
          problems: [`${name}: its follower has read ${cursor?.height ?? 'nothing'} of ${tip} blocks.`],
        };
      const adoption = port.simulated ? { adopted: [], problems: [] } : await adopt(config, db, { port, restores });
      const lines = adoption.adopted.map(
        ({ txid, payouts }) =>
          `${name}: ${txid} was sent after the restored moment: recorded, it pays ${payouts} payouts.`,
      );
      const custody = await custodyProblems(db, { mode, network, since });
      return { lines, problems: [...adoption.problems, ...custody.map((words) => `${name}: ${words}`)] };
    } finally {
      await port.close();
    }
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    return { lines: [], problems: [`${name}: its node cannot be asked: ${error.message}`] };
  }
}

function wasUnused(restores: readonly RestoreRow[], { mode, network }: Pick<ChainCheck, 'mode' | 'network'>): boolean {
  return !restores.some(({ heights }) => heights.some((each) => each.mode === mode && each.network === network));
}

interface Adopting {
  readonly port: ChainPort;
  readonly restores: readonly RestoreRow[];
}

async function adopt(config: Config, db: Db, { port, restores }: Adopting) {
  const { mode, network } = port;
  const heights = restores.flatMap((restore) => restore.heights);
  const from = heights.filter((each) => each.mode === mode && each.network === network).map(({ height }) => height);
  const accountXpub = config.accountXpubs[mode][network];
  const chain = await readChainKind(db, { mode, network });
  if (from.length === 0 || accountXpub === undefined || chain === null) return { adopted: [], problems: [] };
  const sending = openSending(config, db, { mode, network }, Date.now);
  const url = config.chains[mode][network] ?? '';
  const rpc = isUtxoNetwork(network) ? openRpc({ url }) : null;
  const tron = network === 'TRON' ? openTronRpc(url) : null;
  try {
    const key = (index: number) => deriveOwnAddress({ network, accountXpub, index, chain }).addressKey;
    const deps: AdoptionDeps = {
      db,
      nowMs: Date.now,
      payingAccount: rpc === null ? key(0) : null,
      ownOutput:
        rpc === null ? ({ addressKey }) => (addressKey === key(0) ? { index: null } : null) : await changeFinder(),
      async rawOf(txid) {
        if (tron !== null) return (await tron.signedText(txid)) ?? '';
        return rpc === null ? '' : rpc.call<string>('getrawtransaction', [txid]);
      },
      paidFee: async (txid) => (await sending?.paidFee(txid)) ?? null,
    };
    return await adoptOutgoing(deps, port, Math.min(...from));

    async function changeFinder(): Promise<AdoptionDeps['ownOutput']> {
      const row = await sendingAccountsTable.findOne(db, { mode, network, address: 'change' });
      const skipped = restores.reduce((sum, { addressesSkipped }) => sum + Number(addressesSkipped), 0);
      const end = Number(row?.nextNonce ?? 0n) + (row === undefined ? skipped : 0);
      const indexes = new Map<string, number>();
      let next = Math.max(0, end - skipped - REUSED_CHANGE);
      return ({ addressKey }) => {
        // They were taken one after another from the moment on, so the search ends soon where it finds something.
        for (; next < end && !indexes.has(addressKey); next += 1) indexes.set(key(next), next);
        const index = indexes.get(addressKey);
        return index === undefined ? null : { index };
      };
    }
  } finally {
    await Promise.all([rpc?.close(), tron?.close(), sending?.close()]);
  }
}

/** A replacement gives change to the address of what it replaces. */
const REUSED_CHANGE = 200;

async function custodyProblems(
  db: Db,
  { mode, network, since }: Pick<ChainCheck, 'mode' | 'network'> & { readonly since: number },
): Promise<string[]> {
  const checks = (await readCustodyChecks(db)).filter((each) => each.mode === mode && each.network === network);
  return checks.flatMap(({ gateId, checkedAt, differenceMinor }) => {
    if (checkedAt.getTime() < since) return [`coins and books of ${gateId} were not compared since the restore.`];
    return differenceMinor === 0n
      ? []
      : [`coins and books of ${gateId} differ by ${differenceMinor}: npm run custody.`];
  });
}
