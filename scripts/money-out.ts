// Stops outgoing money and lets it go again, from outside of the console: `npm run money-out -- stop --reason "…"`.
import '../db/core/require-node.ts';
import { audit } from '../db/audit/audit.ts';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { maybeOne } from '../db/core/sql.ts';
import { allDebts } from '../db/ledger/debts.ts';
import { booksFrozenSince, unfreezeBooks } from '../db/ledger/freezes.ts';
import { changeStop, readStops, type StoppedNetwork } from '../db/payouts/emergency-stop.ts';
import { listDebts as listStaffDebts } from '../db/staff/debts.ts';
import { operator } from '../db/staff/operators.ts';
import { decideWriteOff } from '../db/staff/write-offs.ts';
import { CRYPTO_GATES, gate, MODES, type Mode, NETWORKS } from '../domain/assets/assets.ts';
import { parseAmount } from '../domain/money/money.ts';
import { coinsOf } from '../domain/outflows/debt.ts';
import { operatorName } from './operator-name.ts';
import { databaseProgram, oneOf, required, run } from './operator-program.ts';
import { say } from './progress.ts';

/** Networks, and withdrawals to bank accounts. */
const STOPPABLE: readonly StoppedNetwork[] = [...NETWORKS, 'SEPA'];

interface Change {
  readonly mode?: Mode;
  readonly network: StoppedNetwork | '*';
  readonly reason: string;
}

interface WriteOff {
  readonly merchant: string;
  readonly mode: Mode;
  readonly asset: string;
  readonly amount: string;
  readonly by: string;
  readonly reason: string;
  readonly request?: string;
}

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
async function writeOff(db: Db, { merchant, mode, asset, amount, reason, by, request }: WriteOff): Promise<void> {
  const minor = parseAmount(amount, gate(asset).decimals);
  const isWrittenOff = await inTransaction(db, async (tx) => {
    const known = await maybeOne(tx, 'SELECT FROM merchant WHERE id::text = $1', [merchant]);
    if (known === undefined) throw new Error('There is no such merchant. Run the command debts to see who owes money.');
    const member = await operator(tx, by);
    const actor = {
      kind: 'staff',
      id: member.id,
      name: `${member.fullName}, by ${operatorName('money-out')}`,
    } as const;
    const debt = { merchantId: merchant, mode, asset: gate(asset).id, minor, reason, requestId: request };
    return decideWriteOff(tx, { ...debt, member, actor, origin: null });
  });
  say(
    isWrittenOff
      ? 'Written off.'
      : 'Requested. Another person of another role has to confirm it by the same command with --request.',
  );
}

async function change(db: Db, stopped: boolean, { mode, network, reason }: Change): Promise<void> {
  const modes = mode === undefined ? MODES : [mode];
  const by = operatorName('money-out');
  await inTransaction(db, async (tx) => {
    await changeStop(tx, { modes, network, stopped, by, reason });
    for (const each of modes) {
      await audit(tx, {
        chain: 'staff',
        actor: { kind: 'system', id: null, name: by },
        origin: null,
        action: stopped ? 'money.stopped' : 'money.released',
        target: { kind: 'network', id: network, label: labelOf(network, each) },
        data: { reason },
      });
    }
  });
}

/** Stops are left as they are; so is what an invoice in error froze. */
async function unfreeze(db: Db, { reason }: { readonly reason: string }): Promise<void> {
  const by = operatorName('money-out');
  await inTransaction(db, async (tx) => {
    if (!(await unfreezeBooks(tx))) return;
    await audit(tx, {
      chain: 'staff',
      actor: { kind: 'system', id: null, name: by },
      origin: null,
      action: 'money.unfrozen',
      data: { reason },
    });
  });
}

/** The reasons why no money is sent; a stop of all networks is shown apart from those of single ones. */
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

const REASON = () => required('--reason <why>', 'others read it when no money is sent');

const { program, onDatabase } = databaseProgram('money-out', { about: 'Stops outgoing money and lets it go again.' });
for (const [command, about] of [
  [
    'stop',
    'once it returns, nothing more is signed; only transactions that are being handed to a node at that moment may ' +
      'still be sent',
  ],
  ['go', 'releases the stop with the same options; waiting payouts continue by themselves'],
] as const) {
  program
    .command(command)
    .description(about)
    .addOption(oneOf('--mode <mode>', 'one mode; without it, both', MODES))
    .addOption(oneOf('--network <network>', 'one network; without it, the stop of everything', STOPPABLE).default('*'))
    .addOption(REASON())
    .action(
      onDatabase(async (db, options: Change) => {
        await change(db, command === 'stop', options);
        await show(db);
      }),
    );
}
program
  .command('unfreeze')
  .description('releases money of all modes and networks that was frozen because the books did not balance')
  .addOption(REASON())
  .action(
    onDatabase(async (db, options: { readonly reason: string }) => {
      await unfreeze(db, options);
      await show(db);
    }),
  );
program
  .command('debts')
  .description('lists what merchants owe after reorganizations, which is blocked on their balances')
  .action(onDatabase(listDebts));
program
  .command('write-off')
  .description(
    'requests that a debt becomes a loss of the gateway; with --request, confirms the request of a person with ' +
      'another role, and the debt is no longer collected',
  )
  .addOption(required('--merchant <id>', 'as listed by debts'))
  .addOption(oneOf('--mode <mode>', 'as listed', MODES).makeOptionMandatory())
  .addOption(oneOf('--asset <gate>', 'as listed', CRYPTO_GATES).makeOptionMandatory())
  .addOption(required('--amount <coins>', 'as listed'))
  .addOption(required('--by <email address>', 'the staff member who decides'))
  .addOption(REASON())
  .option('--request <id>', 'as listed by debts')
  .action(
    onDatabase(async (db, options: WriteOff) => {
      await writeOff(db, options);
      await listDebts(db);
    }),
  );
program
  .command('show')
  .description('shows what is stopped or frozen, since when, by whom and why')
  .action(onDatabase(show));
await run(program);
