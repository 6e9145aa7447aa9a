// What the chains hold beside the books: `npm run custody`. It reads what the workers found last; they compare every 15 seconds.
import { readCustodyChecks } from '../db/custody/checks.ts';
import { listInFlight } from '../db/custody/in-flight.ts';
import { readStops } from '../db/payouts/emergency-stop.ts';
import { connect } from '../db/sequelize.ts';
import { gateDecimals } from '../domain/assets.ts';
import { formatAmount } from '../domain/money.ts';
import { databaseUrl } from './database-url.ts';
import { say } from './progress.ts';

const SHOWN = 1_000;

/** Prints a line per asset, per stop and per item on its way. Ends with 1 when something differs, so that a monitor can call it. */
async function main(): Promise<void> {
  const db = connect(databaseUrl(), { applicationName: 'tidegate-custody', poolSize: 1 });
  try {
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
      say(`${mode} ${gateId}: ${[...parts, ...way].join(', ')}; ${verdict}, compared ${check.checkedAt.toISOString()}`);
    }
    for (const { mode, network, reason, changedBy } of (await readStops(db)).filter(({ stopped }) => stopped)) {
      say(`STOPPED ${mode} ${network}: ${reason ?? 'no reason given'} (${changedBy ?? 'nobody'})`);
    }
    for (const { direction, mode, gateId, minor, txid, status, since } of await listInFlight(db, SHOWN)) {
      const amount = formatAmount(minor, gateDecimals(gateId));
      say(`on its way ${direction} ${mode} ${gateId} ${amount} ${txid} ${status} since ${since.toISOString()}`);
    }
    if (checks.some(({ differsSince }) => differsSince !== null)) process.exitCode = 1;
  } finally {
    await db.close();
  }
}

await main();
