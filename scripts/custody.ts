// The chains' coins beside the books: `npm run custody`. Workers compare them every 15 seconds; it shows the last
// result, and books a person's decision about it.
import '../db/core/require-node.ts';
import type { Command } from 'commander';
import { resolveAlert } from '../db/alerts/alerts.ts';
import { type Db, inTransaction, moneyTransaction, retrying, type Tx } from '../db/core/sequelize.ts';
import { readCustodyChecks } from '../db/custody/checks.ts';
import { endChain } from '../db/custody/end-chain.ts';
import { listInFlight } from '../db/custody/in-flight.ts';
import { bookMissing, bookOwnFunds, type OwnFunds } from '../db/custody/own-funds.ts';
import { listSuspense } from '../db/custody/suspense.ts';
import { readStops } from '../db/payouts/emergency-stop.ts';
import { listSettings, requestRequireTag } from '../db/sending/account-settings.ts';
import {
  gate,
  gateDecimals,
  isCryptoGateId,
  MODES,
  type Mode,
  NETWORKS,
  type Network,
} from '../domain/assets/assets.ts';
import { formatAmount, parseAmount } from '../domain/money/money.ts';
import { databaseProgram, oneOf, required, run } from './operator-program.ts';
import { say } from './progress.ts';

const SHOWN = 1_000;

interface Signed {
  readonly mode: Mode;
  readonly by: string;
  readonly note: string;
}

interface BookOptions extends Signed {
  readonly gate: string;
  readonly amount: string;
}

async function book(
  db: Db,
  { mode, gate: gateId, amount, by, note }: BookOptions,
  how: (tx: Tx, funds: OwnFunds) => Promise<void>,
  words: string,
): Promise<void> {
  const of = gate(gateId);
  const minor = parseAmount(amount, of.decimals);
  if (minor <= 0n) throw new Error('--amount must be more than zero.');
  await moneyTransaction(db, (tx) => how(tx, { mode, gate: of, minor, by, note }));
  say(`Booked ${amount} ${of.id} (${mode}) ${words}.`);
}

/**
 * Run while the product is: what it receives afterwards is in the books again, and the start on another chain says so.
 */
async function end(db: Db, { mode, network, by, note }: Signed & { readonly network: Network }): Promise<void> {
  const ended = await retrying(() => moneyTransaction(db, (tx) => endChain(tx, { mode, network, by, note })));
  if (ended.length === 0) say(`The books have no coins on ${network} (${mode}).`);
  for (const { gateId, takenMinor, leftMinor } of ended) {
    const amount = (minor: bigint) => formatAmount(minor, gateDecimals(gateId));
    say(
      `Ended ${gateId} (${mode}): ${amount(takenMinor)} taken from balances, ${amount(leftMinor)} left with invoices.`,
    );
  }
}

/** The keys are in the signer's process, so the command requests and the signer signs. */
async function requireTag(db: Db, { mode, by, note }: Signed): Promise<void> {
  const isNew = await inTransaction(db, (tx) => requestRequireTag(tx, { mode, by, note }));
  say(
    isNew
      ? 'Requested. The signer applies it within about two minutes.'
      : 'This was already requested and is not done yet.',
  );
  await showSettings(db);
}

async function showSettings(db: Db): Promise<void> {
  for (const { mode, network, setting, status, words, by, since, txid } of await listSettings(db)) {
    const parts = [`setting ${mode} ${network} ${setting}: ${status}`, txid, words, `by ${by}`, since.toISOString()];
    say(parts.filter((part) => part !== null).join(', '));
  }
}

async function seen(db: Db, { payment }: { readonly payment: string }): Promise<void> {
  const closed = await resolveAlert(db, { kind: 'stray_payment', subject: `payment:${payment}` });
  if (!closed) throw new Error('No alert of this payment is open.');
  say(`Closed the alert of payment ${payment}.`);
}

/**
 * Prints a line per asset, per stop, per item on its way and per payment in suspense. Ends with 1 when something
 * differs, so that a monitor can call it.
 */
async function show(db: Db): Promise<void> {
  const checks = await readCustodyChecks(db);
  if (checks.length === 0) say('Nothing has been compared yet: no worker has followed a chain on this database.');
  for (const {
    mode,
    gateId,
    chainMinor,
    booksMinor,
    incomingMinor,
    outgoingMinor,
    differenceMinor,
    ...check
  } of checks) {
    const amount = (minor: bigint) => formatAmount(minor, gateDecimals(gateId));
    const verdict =
      check.differsSince === null
        ? 'agrees'
        : `DIFFERS by ${amount(differenceMinor)} since ${check.differsSince.toISOString()}`;
    const parts = [`on chain ${amount(chainMinor)}`, `books ${amount(booksMinor)}`];
    const way = [`in ${amount(incomingMinor)}`, `out ${amount(outgoingMinor)}`];
    say(
      `${mode} ${gateId}: ${[...parts, ...way].join(', ')}; ${verdict}, compared ${check.checkedAt.toISOString()}, oldest answer ${check.askedSince.toISOString()}`,
    );
  }
  for (const { mode, network, reason, changedBy } of (await readStops(db)).filter(({ stopped }) => stopped)) {
    say(`STOPPED ${mode} ${network}: ${reason ?? 'no reason given'} (${changedBy ?? 'nobody'})`);
  }
  for (const { direction, mode, gateId, minor, txid, status, since } of await listInFlight(db, SHOWN)) {
    const amount = formatAmount(minor, gateDecimals(gateId));
    say(`in transit ${direction} ${mode} ${gateId} ${amount} ${txid} ${status} since ${since.toISOString()}`);
  }
  for (const { id, mode, asset, minor, txid, destinationTag, invoiceId, since } of await listSuspense(db, SHOWN)) {
    const amount = isCryptoGateId(asset) ? formatAmount(minor, gateDecimals(asset)) : `${minor} (smallest units)`;
    const of = invoiceId === null ? `tag ${destinationTag ?? 'none'}` : `invoice ${invoiceId}`;
    say(`in suspense ${mode} ${asset} ${amount} ${txid} ${of} since ${since.toISOString()}, payment ${id}`);
  }
  await showSettings(db);
  if (checks.some(({ differsSince }) => differsSince !== null)) process.exitCode = 1;
}

/** Every change says in which mode, who made it and why. */
const signed = (command: Command) =>
  command
    .addOption(oneOf('--mode <mode>', 'which money', MODES).makeOptionMandatory())
    .addOption(required('--by <who>', 'who decides it'))
    .addOption(required('--note <why>', 'why'));
const booked = (command: Command) =>
  signed(command)
    .addOption(required('--gate <gate>', 'the asset, such as XRP'))
    .addOption(required('--amount <coins>', 'how many'));

const { program, onDatabase } = databaseProgram('custody', {
  about: 'Shows what is on the chains, in the books and in transit; exits with status 1 if something differs.',
});
program.action(onDatabase(show));
booked(program.command('fund'))
  .description("books the gateway's own coins on a paying account, once they are on the chain")
  .action(
    onDatabase((db, options: BookOptions) =>
      book(db, options, bookOwnFunds, "as the gateway's own money for network costs"),
    ),
  );
booked(program.command('book'))
  .description("books coins that are missing from the chain, at the gateway's cost")
  .action(
    onDatabase((db, options: BookOptions) => book(db, options, bookMissing, 'as missing, at the cost of the gateway')),
  );
signed(program.command('require-tag'))
  .description('makes the XRP Ledger refuse payments to our account without a tag')
  .action(onDatabase(requireTag));
signed(program.command('end-chain'))
  .description('empties the books of a simulated or test chain, so that another chain can replace it')
  .addOption(oneOf('--network <network>', 'whose chain', NETWORKS).makeOptionMandatory())
  .action(onDatabase(end));
program
  .command('seen')
  .description('closes the alert of a payment in suspense; the payment stays there')
  .addOption(required('--payment <id>', 'as listed'))
  .action(onDatabase(seen));
await run(program);
