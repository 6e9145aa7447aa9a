// The positions that conversions left, and their hedging: `npm run treasury`. It shows the workers' last results.
import '../db/core/require-node.ts';
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
import { EXCHANGE_NAMES, type ExchangeName, isHedgedAsset, ledgerAssetOf } from '../domain/treasury/exchanges.ts';
import { operatorName } from './operator-name.ts';
import { databaseProgram, oneOf, required, run } from './operator-program.ts';
import { say } from './progress.ts';

interface Scope {
  readonly mode: Mode;
  readonly asset: string;
  readonly reason: string;
}

async function change(db: Db, { mode, asset, reason }: Scope, stopped: boolean): Promise<void> {
  const scope: HedgeScope = { mode, asset: assetOf(asset) };
  const name = operatorName('treasury');
  const actor = { kind: 'system', id: null, name } as const;
  await inTransaction(db, (tx) => changeHedging(tx, scope, { actor, origin: null, by: name, reason }, stopped));
  say(`Hedging of ${asset === '*' ? 'all assets' : asset} (${scope.mode}) is ${stopped ? 'stopped' : 'released'}.`);
}

interface Capital {
  readonly mode: Mode;
  readonly exchange: ExchangeName;
  readonly currency: string;
  readonly amount: string;
  readonly note: string;
  readonly taken?: boolean;
}

async function capital(db: Db, { mode, exchange, currency, amount, note, taken = false }: Capital): Promise<void> {
  const size = parseAmount(amount, ledgerAssetOf(currency).decimals);
  if (size <= 0n) throw new Error('--amount must be more than zero.');
  const booked = { mode, exchange, currency, minor: taken ? -size : size, id: newId() };
  const actor = { kind: 'system', id: null, name: operatorName('treasury') } as const;
  await moneyTransaction(db, (tx) => bookCapital(tx, booked, { actor, origin: null, note }));
  say(`Booked ${amount} ${currency} ${taken ? 'taken from' : 'brought to'} ${exchange} (${booked.mode}).`);
}

async function transfers(db: Db, { mode }: { readonly mode: Mode }): Promise<void> {
  const overview = await transferOverview(db, mode);
  if (overview.transfers.length + overview.inTransit.length === 0) say(`No own money moves (${mode}).`);
  for (const row of overview.transfers) {
    const why = row.reason === null ? '' : `: ${row.reason}`;
    const about = [row.payoutId && `payout ${row.payoutId}`, row.venueId && `reference ${row.venueId}`, row.txid];
    say([`${describeTransfer(row)} is ${row.status}${why}`, ...about].filter(Boolean).join(', '));
  }
  for (const { from, to, gateId, minor } of overview.inTransit) {
    say(`in transit from ${from} to ${to}: ${formatAmount(minor, gateDecimals(gateId))} ${gateId}`);
  }
}

async function refuse(db: Db, { id, reason }: { readonly id: string; readonly reason: string }): Promise<void> {
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

function assetOf(asset: string): HedgeScope['asset'] {
  if (asset === '*' || isHedgedAsset(asset)) return asset;
  throw new Error(`${asset} is not hedged.`);
}

const MODE = () => oneOf('--mode <mode>', 'which money', MODES).default('production');

const { program, onDatabase } = databaseProgram('treasury', {
  about: 'Shows positions, stops, orders, exchanges and results.',
});
program.action(onDatabase(show));
for (const [command, about] of [
  ['stop', 'stops hedging: no order is sent'],
  ['go', 'lets hedging go on'],
] as const) {
  program
    .command(command)
    .description(about)
    .addOption(required('--reason <why>', 'others read it'))
    .addOption(MODE())
    .option('--asset <asset>', 'one asset', '*')
    .action(onDatabase((db, scope: Scope) => change(db, scope, command === 'stop')));
}
program
  .command('capital')
  .description("books the gateway's own money that was brought to an exchange")
  .addOption(oneOf('--exchange <name>', 'where', EXCHANGE_NAMES).makeOptionMandatory())
  .addOption(required('--currency <code>', 'as the exchange names it'))
  .addOption(required('--amount <amount>', 'how much'))
  .addOption(required('--note <why>', 'why'))
  .option('--taken', 'it was taken from the exchange')
  .addOption(MODE())
  .action(onDatabase(capital));
program
  .command('transfers')
  .description('shows transfers of own money, and what is on its way')
  .addOption(MODE())
  .action(onDatabase(transfers));
program
  .command('refuse')
  .description(
    'refuses or cancels a transfer that is not sent. Approving takes people of the staff, signed in with 2FA',
  )
  .addOption(required('--id <transfer>', 'as listed'))
  .addOption(required('--reason <why>', 'others read it'))
  .action(onDatabase(refuse));
await run(program);
