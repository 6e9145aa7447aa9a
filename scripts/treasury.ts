// What conversions left and how it is hedged: `npm run treasury`. It reads what the workers found last.
// `npm run treasury -- stop …` stops hedging, `go` lets it go on. `npm run treasury -- capital …` books money of the
// gateway's own that was brought to an exchange, or taken from it; `transfers` shows own money that moves, `refuse`
// stops what is not sent yet.
import '../db/core/require-node.ts';
import { parseArgs } from 'node:util';
import { type Db, inTransaction, moneyTransaction } from '../db/core/sequelize.ts';
import { changeHedging } from '../db/treasury/acts.ts';
import { bookCapital } from '../db/treasury/capital.ts';
import { describeTransfer } from '../db/treasury/moves/alerts.ts';
import { transferOverview } from '../db/treasury/moves/overview.ts';
import { refuseTransfer } from '../db/treasury/moves/propose.ts';
import { type TreasuryOverview, treasuryOverviews } from '../db/treasury/overview.ts';
import type { HedgeScope } from '../db/treasury/stops.ts';
import { gateDecimals, MODES, type Mode } from '../domain/assets/assets.ts';
import { newId, parseId } from '../domain/ids.ts';
import { formatAmount, parseAmount } from '../domain/money/money.ts';
import { formatExact, parseExact } from '../domain/treasury/exact.ts';
import { EXCHANGE_NAMES, isHedgedAsset, ledgerAssetOf } from '../domain/treasury/exchanges.ts';
import { openDatabase } from './operator-database.ts';
import { operatorName } from './operator-name.ts';
import { say } from './progress.ts';

const USAGE = `Usage: npm run treasury                            shows positions, stops, orders, exchanges, results
       npm run treasury -- stop --reason <why> [--mode <mode>] [--asset <asset>]
                                                  stops hedging: no order is sent
       npm run treasury -- go --reason <why> [--mode <mode>] [--asset <asset>]
                                                  lets hedging go on
       npm run treasury -- capital --exchange <name> --currency <code> --amount <amount> --note <why>
                                                  books the gateway's own money that was brought to an exchange;
                                                  with --taken, what was taken from it
       npm run treasury -- transfers [--mode <mode>]
                                                  shows transfers of own money, and what is on its way
       npm run treasury -- refuse --id <transfer> --reason <why>
                                                  refuses or cancels a transfer that is not sent. Approving takes
                                                  people of the staff, signed in with 2FA

The mode is production unless --mode says sandbox. Uses the database in DATABASE_URL, or the one that npm start runs
on DATA_DIR.`;

async function main(): Promise<void> {
  const names = ['mode', 'asset', 'reason', 'exchange', 'currency', 'amount', 'note', 'id'] as const;
  const texts = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { ...texts, taken: { type: 'boolean' as const } },
  });
  const given = values as Values;
  const [command] = positionals;
  let db: Db | undefined;
  try {
    db = await openDatabase('treasury');
    if (command === undefined) await show(db);
    else if ((command === 'stop' || command === 'go') && given.reason) await change(db, given, command === 'stop');
    else if (command === 'capital') await capital(db, given);
    else if (command === 'transfers') await transfers(db, given);
    else if (command === 'refuse' && given.id && given.reason) await refuse(db, given.id, given.reason);
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

type Values = {
  readonly [name in 'mode' | 'asset' | 'reason' | 'exchange' | 'currency' | 'amount' | 'note' | 'id']?: string;
} & { readonly taken?: boolean };

async function change(db: Db, { mode, asset = '*', reason = '' }: Values, stopped: boolean): Promise<void> {
  const scope: HedgeScope = { mode: modeOf(mode), asset: assetOf(asset) };
  const name = operatorName('treasury');
  const actor = { kind: 'system', id: null, name } as const;
  await inTransaction(db, (tx) => changeHedging(tx, scope, { actor, origin: null, by: name, reason }, stopped));
  say(`Hedging of ${asset === '*' ? 'all assets' : asset} (${scope.mode}) is ${stopped ? 'stopped' : 'released'}.`);
}

async function capital(db: Db, { mode, exchange: name, currency, amount, note, taken = false }: Values): Promise<void> {
  const exchange = EXCHANGE_NAMES.find((each) => each === name);
  if (exchange === undefined) throw new Error(`--exchange must be one of ${EXCHANGE_NAMES.join(', ')}.`);
  if (!currency || !amount || !note) throw new Error('--currency, --amount and --note are required.');
  const size = parseAmount(amount, ledgerAssetOf(currency).decimals);
  if (size <= 0n) throw new Error('--amount must be more than zero.');
  const booked = { mode: modeOf(mode), exchange, currency, minor: taken ? -size : size, id: newId() };
  const actor = { kind: 'system', id: null, name: operatorName('treasury') } as const;
  await moneyTransaction(db, (tx) => bookCapital(tx, booked, { actor, origin: null, note }));
  say(`Booked ${amount} ${currency} ${taken ? 'taken from' : 'brought to'} ${exchange} (${booked.mode}).`);
}

async function transfers(db: Db, { mode }: Values): Promise<void> {
  const overview = await transferOverview(db, modeOf(mode));
  if (overview.transfers.length + overview.inTransit.length === 0) say(`No own money moves (${modeOf(mode)}).`);
  for (const row of overview.transfers) {
    const why = row.reason === null ? '' : `: ${row.reason}`;
    const about = [row.payoutId && `payout ${row.payoutId}`, row.venueId && `reference ${row.venueId}`, row.txid];
    say([`${describeTransfer(row)} is ${row.status}${why}`, ...about].filter(Boolean).join(', '));
  }
  for (const { from, to, gateId, minor } of overview.inTransit) {
    say(`in transit from ${from} to ${to}: ${formatAmount(minor, gateDecimals(gateId))} ${gateId}`);
  }
}

async function refuse(db: Db, id: string, reason: string): Promise<void> {
  const actor = { kind: 'system', id: null, name: operatorName('treasury') } as const;
  await moneyTransaction(db, (tx) =>
    refuseTransfer(tx, parseId(id), { actor, origin: null, reason, nowMs: Date.now() }),
  );
  say(`The transfer ${id} is refused.`);
}

async function show(db: Db): Promise<void> {
  for (const overview of await treasuryOverviews(db)) showMode(overview);
}

function showMode({ mode, positions, stops, checks, orders, results }: TreasuryOverview): void {
  const euros = (minor: bigint | null) => (minor === null ? 'no current rate' : `${formatAmount(minor, 2)} EUR`);
  for (const { asset, amount, valueMinor, since } of positions) {
    if (amount === 0n) continue;
    say(
      `position ${mode} ${asset} ${formatExact(amount)} (${euros(valueMinor)}) since ${since?.toISOString() ?? 'now'}`,
    );
  }
  for (const { asset, reason, stoppedBy, since } of stops) {
    say(`stopped ${mode} ${asset} by ${stoppedBy} at ${since.toISOString()}: ${reason}`);
  }
  for (const { id, status, exchange, side, amount, asset } of orders) {
    if (status === 'done' || status === 'canceled') continue;
    say(`order ${mode} ${id} ${status}: ${side} ${formatExact(parseExact(amount))} ${asset} at ${exchange}`);
  }
  for (const { exchange, currency, venueMinor, differenceMinor, checkedAt } of checks) {
    const amountOf = (minor: bigint) => formatAmount(minor, ledgerAssetOf(currency).decimals);
    const differs = differenceMinor === 0n ? 'agrees' : `differs by ${amountOf(differenceMinor)}`;
    say(`exchange ${mode} ${exchange} ${amountOf(venueMinor)} ${currency} ${differs}, ${checkedAt.toISOString()}`);
  }
  for (const { day, pnlMinor, feesMinor } of results) {
    say(`result ${mode} ${day}: ${euros(pnlMinor)}, trading fees ${euros(feesMinor)}`);
  }
}

function modeOf(wanted = 'production'): Mode {
  const mode = MODES.find((each) => each === wanted);
  if (mode === undefined) throw new Error(`--mode must be one of ${MODES.join(', ')}.`);
  return mode;
}

function assetOf(wanted: string): HedgeScope['asset'] {
  if (wanted === '*' || isHedgedAsset(wanted)) return wanted;
  throw new Error(`${wanted} is not hedged.`);
}

await main();
