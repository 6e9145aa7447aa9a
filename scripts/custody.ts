// What the chains hold beside the books: `npm run custody`. It reads what the workers found last; they compare every 15 seconds.
// `npm run custody -- seen …` closes the alert of a payment that came for nobody. `npm run custody -- fund …` books coins that the gateway itself sent to its account for network costs and reserves.
import { parseArgs } from 'node:util';
import { resolveAlert } from '../db/alerts.ts';
import { readCustodyChecks } from '../db/custody/checks.ts';
import { listInFlight } from '../db/custody/in-flight.ts';
import { bookOwnFunds } from '../db/custody/own-funds.ts';
import { listSuspense } from '../db/custody/suspense.ts';
import { readStops } from '../db/payouts/emergency-stop.ts';
import { connect, type Db, moneyTransaction } from '../db/sequelize.ts';
import { gate, gateDecimals, isCryptoGateId, MODES } from '../domain/assets.ts';
import { formatAmount, parseAmount } from '../domain/money.ts';
import { databaseUrl } from './database-url.ts';
import { say } from './progress.ts';

const SHOWN = 1_000;

const USAGE = `Usage: npm run custody                             what is on the chains, in the books and between the two
       npm run custody -- fund --mode <mode> --gate <gate> --amount <coins> --by <who> --note <why>
                                                  books coins of the gateway's own on an account that pays, once they are on the chain
       npm run custody -- seen --payment <id>     closes the alert of a payment in suspense, which stays there

DATABASE_URL names the database, else the one that npm start runs on DATA_DIR.`;

async function main(): Promise<void> {
  const names = ['mode', 'gate', 'amount', 'by', 'note'] as const;
  const options = Object.fromEntries([...names, 'payment' as const].map((name) => [name, { type: 'string' } as const]));
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const db = connect(databaseUrl(), { applicationName: 'tidegate-custody', poolSize: 1 });
  try {
    if (positionals.length === 0) await show(db);
    else if (positionals[0] === 'fund' && names.every((name) => values[name])) await fund(db, values as FundOptions);
    else if (positionals[0] === 'seen' && values.payment) await seen(db, values.payment);
    else {
      say(USAGE);
      process.exitCode = 64;
    }
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    await db.close();
  }
}

type FundOptions = Record<'mode' | 'gate' | 'amount' | 'by' | 'note', string>;

async function fund(db: Db, { mode: wanted, gate: gateId, amount, by, note }: FundOptions): Promise<void> {
  const mode = MODES.find((each) => each === wanted);
  if (mode === undefined) throw new Error(`--mode is one of ${MODES.join(', ')}.`);
  const of = gate(gateId);
  const minor = parseAmount(amount, of.decimals);
  await moneyTransaction(db, (tx) => bookOwnFunds(tx, { mode, gate: of, minor, by, note }));
  say(`Booked ${amount} ${of.id} (${mode}) as the gateway's own money for network costs.`);
}

async function seen(db: Db, payment: string): Promise<void> {
  const closed = await resolveAlert(db, { kind: 'stray_payment', subject: `payment:${payment}` });
  if (!closed) throw new Error('No alert of this payment is open.');
  say(`Closed the alert of payment ${payment}.`);
}

/** Prints a line per asset, per stop, per item on its way and per payment in suspense. Ends with 1 when something differs, so that a monitor can call it. */
async function show(db: Db): Promise<void> {
  const checks = await readCustodyChecks(db);
  if (checks.length === 0) say('Nothing was compared yet: no worker has followed a chain on this database.');
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
    say(`on its way ${direction} ${mode} ${gateId} ${amount} ${txid} ${status} since ${since.toISOString()}`);
  }
  for (const { id, mode, asset, minor, txid, destinationTag, invoiceId, since } of await listSuspense(db, SHOWN)) {
    const amount = isCryptoGateId(asset) ? formatAmount(minor, gateDecimals(asset)) : `${minor} (smallest units)`;
    const of = invoiceId === null ? `tag ${destinationTag ?? 'none'}` : `invoice ${invoiceId}`;
    say(`in suspense ${mode} ${asset} ${amount} ${txid} ${of} since ${since.toISOString()}, payment ${id}`);
  }
  if (checks.some(({ differsSince }) => differsSince !== null)) process.exitCode = 1;
}

await main();
