// Stops outgoing money and lets it go again, from outside of the console: `npm run money-out -- stop --reason "…"`.
import '../db/core/require-node.ts';
import { parseArgs } from 'node:util';
import { audit } from '../db/audit/audit.ts';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { maybeOne } from '../db/core/sql.ts';
import { allDebts } from '../db/ledger/debts.ts';
import { booksFrozenSince, unfreezeBooks } from '../db/ledger/freezes.ts';
import { changeStop, readStops, type StoppedNetwork } from '../db/payouts/emergency-stop.ts';
import { listDebts as listStaffDebts } from '../db/staff/debts.ts';
import { operator } from '../db/staff/operators.ts';
import { decideWriteOff } from '../db/staff/write-offs.ts';
import { CRYPTO_GATES, gate, isCryptoGateId, MODES, type Mode, NETWORKS } from '../domain/assets/assets.ts';
import { parseAmount } from '../domain/money/money.ts';
import { coinsOf } from '../domain/payouts/debt.ts';
import { openDatabase } from './operator-database.ts';
import { operatorName } from './operator-name.ts';
import { say } from './progress.ts';

/** Networks, and withdrawals to bank accounts. */
const STOPPABLE: readonly StoppedNetwork[] = [...NETWORKS, 'SEPA'];

const USAGE = `Usage: npm run money-out -- <command>

  stop  [--mode <mode>] [--network <network>] --reason "…"
                     once it returns, nothing more is signed; only transactions that are being handed to a node at that
                     moment may still be sent
  go    [--mode <mode>] [--network <network>] --reason "…"
                     releases the stop with the same options; waiting payouts continue by themselves
  unfreeze --reason "…"
                     releases money that was frozen because the books did not balance (alert trial_balance)
  debts              lists what merchants owe after reorganizations, which is blocked on their balances
  write-off --merchant <id> --mode <mode> --asset <gate> --amount <as listed> --by <email address> --reason "…" [--request <id>]
                     requests that a debt becomes a loss of the gateway; with a request ID that debts lists, confirms the
                     request of a person with another role, and the debt is no longer collected
  show               shows what is stopped or frozen, since when, by whom and why

mode: ${MODES.join(' or ')}; default: both. network: one of ${STOPPABLE.join(', ')}; default: the stop of everything.
Uses the database in DATABASE_URL, or the one that npm start runs on DATA_DIR.`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }])),
  });
  const [command = ''] = positionals;
  if (positionals.length !== 1 || !['stop', 'go', 'unfreeze', 'debts', 'write-off', 'show'].includes(command)) {
    say(USAGE);
    process.exitCode = 64;
    return;
  }
  let db: Db | undefined;
  try {
    db = await openDatabase('money-out', { poolSize: 2 });
    if (command === 'debts' || command === 'write-off') {
      if (command === 'write-off') await writeOff(db, values);
      await listDebts(db);
      return;
    }
    if (command === 'unfreeze') await unfreeze(db, values);
    else if (command !== 'show') await change(db, command === 'stop', values);
    await show(db);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    await db?.close();
  }
}

const OPTIONS = ['mode', 'network', 'reason', 'merchant', 'asset', 'amount', 'by', 'request'] as const;

type Values = { readonly [Name in (typeof OPTIONS)[number]]?: string | undefined };

async function listDebts(db: Db): Promise<void> {
  const debts = await allDebts(db);
  if (debts.length === 0) say('No merchant owes anything.');
  const listed = await listStaffDebts(db);
  for (const { owner, mode, asset, minor } of debts) {
    say(`OWED ${coinsOf({ asset, minor })} (${mode} ${asset}) by ${owner}`);
    const same = listed.find((each) => each.merchantId === owner && each.mode === mode && each.asset === asset);
    if (same?.request == null) continue;
    const { id, by, at, reason } = same.request;
    say(`  its write-off was requested by ${by} on ${at.toISOString()} (${reason}); to confirm it: --request ${id}`);
  }
}

/**
 * The same rule as in the console: one of the staff requests it, another one of another role confirms it. The audit log
 * names both and who ran the command.
 */
async function writeOff(db: Db, { merchant, mode, asset, amount, reason, by, request }: Values): Promise<void> {
  const words = wordsOf(reason);
  const inMode = MODES.find((each) => each === mode);
  if (inMode === undefined) throw new Error(`--mode must be ${MODES.join(' or ')}.`);
  if (asset === undefined || !isCryptoGateId(asset))
    throw new Error(`--asset must be one of ${CRYPTO_GATES.join(', ')}.`);
  if (merchant === undefined || amount === undefined)
    throw new Error('--merchant and --amount are required, as listed by debts.');
  const minor = parseAmount(amount, gate(asset).decimals);
  if (by === undefined) throw new Error('--by is missing: the email address of the staff member who decides.');
  const isWrittenOff = await inTransaction(db, async (tx) => {
    const known = await maybeOne(tx, 'SELECT FROM merchant WHERE id::text = $1', [merchant]);
    if (known === undefined) throw new Error('There is no such merchant. Run the command debts to see who owes money.');
    const member = await operator(tx, by);
    const actor = {
      kind: 'staff',
      id: member.id,
      name: `${member.fullName}, by ${operatorName('money-out')}`,
    } as const;
    const debt = { merchantId: merchant, mode: inMode, asset, minor, reason: words, requestId: request };
    return decideWriteOff(tx, { ...debt, member, actor, origin: null });
  });
  say(
    isWrittenOff
      ? 'Written off.'
      : 'Requested. Another person of another role has to confirm it by the same command with --request.',
  );
}

async function change(db: Db, stopped: boolean, { mode, network = '*', reason }: Values): Promise<void> {
  const modes = mode === undefined ? MODES : MODES.filter((each) => each === mode);
  if (modes.length === 0) throw new Error(`--mode must be ${MODES.join(' or ')}.`);
  if (!isNetwork(network)) throw new Error(`--network must be one of ${STOPPABLE.join(', ')}.`);
  const [words, by] = [wordsOf(reason), operatorName('money-out')];
  await inTransaction(db, async (tx) => {
    await changeStop(tx, { modes, network, stopped, by, reason: words });
    for (const each of modes) {
      await audit(tx, {
        ...{ chain: 'staff', actor: { kind: 'system', id: null, name: by }, origin: null },
        action: stopped ? 'money.stopped' : 'money.released',
        target: { kind: 'network', id: network, label: labelOf(network, each) },
        data: { reason: words },
      });
    }
  });
}

/** Stops are left as they are; so is what an invoice in error froze. */
async function unfreeze(db: Db, { mode, network, reason }: Values): Promise<void> {
  if (mode !== undefined || network !== undefined)
    throw new Error('The books are frozen for all modes and networks at once.');
  const [words, by] = [wordsOf(reason), operatorName('money-out')];
  await inTransaction(db, async (tx) => {
    if (!(await unfreezeBooks(tx))) return;
    await audit(tx, {
      ...{ chain: 'staff', actor: { kind: 'system', id: null, name: by }, origin: null },
      ...{ action: 'money.unfrozen', data: { reason: words } },
    });
  });
}

function wordsOf(reason: string | undefined): string {
  const words = reason?.trim() ?? '';
  if (words === '') throw new Error('--reason is missing: others read it when no money is sent.');
  return words;
}

/** What holds money back; a stop of everything stands apart from those of single networks. */
async function show(db: Db): Promise<void> {
  const stops = (await readStops(db)).filter(({ stopped }) => stopped);
  const frozenSince = await booksFrozenSince(db);
  if (stops.length === 0 && frozenSince === null) say('Nothing is stopped: money can be sent.');
  if (frozenSince !== null) {
    say(`FROZEN every balance since ${frozenSince.toISOString()}: the books did not balance.`);
  }
  for (const { mode, network, reason, changedBy, changedAt } of stops) {
    say(
      `STOPPED ${labelOf(network, mode)} since ${changedAt.toISOString()} by ${changedBy ?? 'nobody'}: ${reason ?? ''}`,
    );
  }
}

function labelOf(network: string, mode: Mode): string {
  return `${network === '*' ? 'every network' : network} (${mode})`;
}

function isNetwork(network: string): network is StoppedNetwork | '*' {
  return network === '*' || STOPPABLE.some((each) => each === network);
}

await main();
