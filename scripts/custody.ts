// What the chains hold beside the books: `npm run custody`. It reads what the workers found last; they compare every 15
// seconds.
// `npm run custody -- book …` books coins that are missing, with the reason.
// `npm run custody -- end-chain …` ends the books of a simulated or test chain whose place another one takes.
// `npm run custody -- require-tag …` requests a setting of the XRP account, which the signer signs.
// `npm run custody -- seen …` closes the alert of a payment that came for nobody. `npm run custody -- fund …` books
// coins that the gateway itself sent to its account for network costs and reserves.
import '../db/core/require-node.ts';
import { parseArgs } from 'node:util';
import { resolveAlert } from '../db/alerts/alerts.ts';
import { type Db, inTransaction, moneyTransaction, retrying, type Tx } from '../db/core/sequelize.ts';
import { readCustodyChecks } from '../db/custody/checks.ts';
import { endChain } from '../db/custody/end-chain.ts';
import { listInFlight } from '../db/custody/in-flight.ts';
import { bookMissing, bookOwnFunds, type OwnFunds } from '../db/custody/own-funds.ts';
import { listSuspense } from '../db/custody/suspense.ts';
import { readStops } from '../db/payouts/emergency-stop.ts';
import { listSettings, requestRequireTag } from '../db/sending/account-settings.ts';
import { gate, gateDecimals, isCryptoGateId, MODES, type Mode, NETWORKS } from '../domain/assets/assets.ts';
import { formatAmount, parseAmount } from '../domain/money/money.ts';
import { openDatabase } from './operator-database.ts';
import { say } from './progress.ts';

const SHOWN = 1_000;

const USAGE = `Usage: npm run custody                             shows what is on the chains, in the books and in transit
       npm run custody -- fund --mode <mode> --gate <gate> --amount <coins> --by <who> --note <why>
                                                  books the gateway's own coins on a paying account, once they are on the chain
       npm run custody -- book --mode <mode> --gate <gate> --amount <coins> --by <who> --note <why>
                                                  books coins that are missing from the chain, at the gateway's cost
       npm run custody -- require-tag --mode <mode> --by <who> --note <why>
                                                  makes the XRP Ledger refuse payments to our account without a tag
       npm run custody -- end-chain --mode <mode> --network <network> --by <who> --note <why>
                                                  empties the books of a simulated or test chain, so that another chain can replace it
       npm run custody -- seen --payment <id>     closes the alert of a payment in suspense; the payment stays there

Uses the database in DATABASE_URL, or the one that npm start runs on DATA_DIR.`;

async function main(): Promise<void> {
  const names = ['mode', 'gate', 'amount', 'by', 'note'] as const;
  const all = [...names, 'payment', 'network'] as const;
  const options = Object.fromEntries(all.map((name) => [name, { type: 'string' } as const]));
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  let db: Db | undefined;
  try {
    db = await openDatabase('custody');
    if (positionals.length === 0) await show(db);
    else if (positionals[0] === 'fund' && names.every((name) => values[name])) {
      await book(db, values as BookOptions, bookOwnFunds, "as the gateway's own money for network costs");
    } else if (positionals[0] === 'book' && names.every((name) => values[name])) {
      await book(db, values as BookOptions, bookMissing, 'as missing, at the cost of the gateway');
    } else if (positionals[0] === 'require-tag' && values.mode && values.by && values.note) {
      await requireTag(db, { mode: values.mode, by: values.by, note: values.note });
    } else if (positionals[0] === 'end-chain' && values.mode && values.network && values.by && values.note) {
      await end(db, { mode: values.mode, network: values.network, by: values.by, note: values.note });
    } else if (positionals[0] === 'seen' && values.payment) await seen(db, values.payment);
    else {
      say(USAGE);
      process.exitCode = 64;
    }
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    await db?.close();
  }
}

type BookOptions = Record<'mode' | 'gate' | 'amount' | 'by' | 'note', string>;

async function book(
  db: Db,
  { mode: wanted, gate: gateId, amount, by, note }: BookOptions,
  how: (tx: Tx, funds: OwnFunds) => Promise<void>,
  words: string,
): Promise<void> {
  const mode = modeOf(wanted);
  const of = gate(gateId);
  const minor = parseAmount(amount, of.decimals);
  if (minor <= 0n) throw new Error('--amount must be more than zero.');
  await moneyTransaction(db, (tx) => how(tx, { mode, gate: of, minor, by, note }));
  say(`Booked ${amount} ${of.id} (${mode}) ${words}.`);
}

function modeOf(wanted: string): Mode {
  const mode = MODES.find((each) => each === wanted);
  if (mode === undefined) throw new Error(`--mode must be one of ${MODES.join(', ')}.`);
  return mode;
}

/**
 * Run while the product is: what it receives afterwards is in the books again, and the start on another chain says so.
 */
async function end(
  db: Db,
  { mode: wanted, network: name, by, note }: Pick<BookOptions, 'mode' | 'by' | 'note'> & { readonly network: string },
): Promise<void> {
  const mode = modeOf(wanted);
  const network = NETWORKS.find((each) => each === name);
  if (network === undefined) throw new Error(`--network must be one of ${NETWORKS.join(', ')}.`);
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
async function requireTag(
  db: Db,
  { mode: wanted, by, note }: Pick<BookOptions, 'mode' | 'by' | 'note'>,
): Promise<void> {
  const mode = modeOf(wanted);
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

async function seen(db: Db, payment: string): Promise<void> {
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

await main();
