// Plays the payer and the chain where networks are simulated, in production mode too: `npm run simulate -- pay
// --invoice …`.
import '../db/core/require-node.ts';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { simulatedBankFolder } from '../activities/bank/open-bank.ts';
import { type Db, inTransaction, type Tx } from '../db/core/sequelize.ts';
import { maybeOne, select } from '../db/core/sql.ts';
import { type RequestedPayment, requestBlocks, requestPayment } from '../db/simulator/commands.ts';
import { requestDepositPayment } from '../db/simulator/deposits.ts';
import { MODES, type Mode, NETWORKS, type Network } from '../domain/assets/assets.ts';
import { DEPOSIT_SCENARIOS, SCENARIOS } from '../domain/invoices/scenarios.ts';
import { BANK_USAGE, type BankOptions, bankCommand } from './bank-simulator/commands.ts';
import { commandBank } from './bank-simulator/folder.ts';
import { openDatabase } from './operator-database.ts';
import { sentenceOf } from './operator-program.ts';
import { say } from './progress.ts';

const USAGE = `Usage: npm run simulate -- <command>

  pay    --invoice <id> [--scenario <${SCENARIOS.join('|')}>] [--amount <coins>]
                             pays an invoice of either mode, once an asset was chosen
  pay    --address <id> --amount <coins> [--scenario <${DEPOSIT_SCENARIOS.join('|')}>]
                             pays to an address of a customer
  blocks --network <${NETWORKS.join('|')}> [--count <1 to 100>] [--mode <${MODES.join('|')}>]
                             creates blocks; the default mode is production
  show                       lists the simulated networks
${BANK_USAGE}
                             all in --mode; the default mode is production

Works only on networks that the running gateway simulates, never on a node.
Uses the database in DATABASE_URL, or the one that npm start runs on DATA_DIR.`;

interface Values extends BankOptions {
  readonly invoice?: string | undefined;
  readonly address?: string | undefined;
  readonly scenario?: string | undefined;
  readonly network?: string | undefined;
  readonly count?: string | undefined;
  readonly mode?: string | undefined;
}

async function main(): Promise<void> {
  const names = ['invoice', 'address', 'scenario', 'amount', 'network', 'count', 'mode', ...BANK_OPTIONS] as const;
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  if (positionals[0] === 'bank' && positionals.length > 1) {
    await driveBank(positionals[1], values as Values);
    return;
  }
  const run = COMMANDS[positionals[0] ?? ''];
  if (run === undefined) {
    say(USAGE);
    process.exitCode = 64;
    return;
  }
  let db: Db | undefined;
  try {
    db = await openDatabase('simulate');
    await run(db, values as Values);
  } catch (error) {
    say(sentenceOf(error));
    process.exitCode = 1;
  } finally {
    await db?.close();
  }
}

const BANK_OPTIONS = ['reason', 'name', 'iban', 'reference', 'text', 'payment', 'seconds', 'days'] as const;

/** The simulated bank is driven by files in its folder, without the database. */
async function driveBank(what: string | undefined, values: Values): Promise<void> {
  try {
    const mode = modeOf(values.mode);
    const folder = simulatedBankFolder(resolve(process.env.DATA_DIR || '.tidegate'), mode);
    await commandBank(folder, bankCommand(what, values));
    say(`Requested of the simulated bank (${mode}).`);
  } catch (error) {
    say(sentenceOf(error));
    process.exitCode = 1;
  }
}

function modeOf(of = 'production'): Mode {
  const mode = MODES.find((each) => each === of);
  if (mode === undefined) throw new Error(`--mode must be one of ${MODES.join(', ')}.`);
  return mode;
}

const COMMANDS: Readonly<Record<string, (db: Db, values: Values) => Promise<void>>> = {
  async pay(db, values) {
    const sent = values.address === undefined ? await payInvoice(db, values) : await payAddress(db, values);
    say(`Sent ${sent.amount} to ${sent.address} on simulated ${sent.network} (${sent.mode}): ${sent.txid}.`);
    say(
      'Blocks are created regularly; to create one now: ' +
        `npm run simulate -- blocks --mode ${sent.mode} --network ${sent.network}`,
    );
  },
  async blocks(db, { network: wanted, count = '1', mode: of }) {
    const network = NETWORKS.find((each) => each === wanted);
    if (network === undefined) throw new Error(`--network must be one of ${NETWORKS.join(', ')}.`);
    const mode = modeOf(of);
    if (!/^\d{1,3}$/.test(count)) throw new Error('--count must be a number from 1 to 100.');
    await inTransaction(db, async (tx) => {
      const simulated = await simulatedNetworks(tx, mode);
      const isSimulated = (each: Network) => simulated.has(each);
      await requestBlocks(tx, { mode, network, count: Number(count), nowMs: Date.now(), isSimulated });
    });
    say(`Requested on simulated ${network} (${mode}): ${count} block${count === '1' ? '' : 's'}.`);
  },
  async show(db) {
    for (const mode of MODES) {
      const simulated = await simulatedNetworks(db, mode);
      say(`${mode}: ${NETWORKS.filter((network) => simulated.has(network)).join(', ') || 'no network is simulated'}`);
    }
  },
};

type Sent = RequestedPayment & { readonly mode: Mode };

function payInvoice(db: Db, { invoice, scenario: wanted = 'paid', amount }: Values): Promise<Sent> {
  if (invoice === undefined || !UUID.test(invoice)) throw new Error('--invoice is missing or not an invoice ID.');
  const scenario = SCENARIOS.find((each) => each === wanted);
  if (scenario === undefined) throw new Error(`--scenario must be one of ${SCENARIOS.join(', ')}.`);
  return inTransaction(db, async (tx) => {
    const row = await maybeOne<{ mode: Mode }>(tx, 'SELECT mode FROM invoice WHERE id = $1', [invoice]);
    if (row === undefined) throw new Error('There is no such invoice.');
    const simulated = await simulatedNetworks(tx, row.mode);
    const payment = await requestPayment(tx, {
      mode: row.mode,
      invoiceId: invoice,
      scenario,
      nowMs: Date.now(),
      amount,
      isSimulated: (network) => simulated.has(network),
    });
    return { ...payment, mode: row.mode };
  });
}

function payAddress(db: Db, { address: addressId = '', scenario: wanted = 'paid', amount }: Values): Promise<Sent> {
  if (!UUID.test(addressId)) throw new Error('--address is not the ID of an address.');
  if (amount === undefined) throw new Error('--amount is missing: an address asks for no amount.');
  const scenario = DEPOSIT_SCENARIOS.find((each) => each === wanted);
  if (scenario === undefined) throw new Error(`--scenario must be one of ${DEPOSIT_SCENARIOS.join(', ')}.`);
  return inTransaction(db, async (tx) => {
    const row = await maybeOne<{ mode: Mode; profile_id: string }>(tx, ADDRESS_SQL, [addressId]);
    if (row === undefined) throw new Error('There is no such address.');
    const { mode, profile_id: profileId } = row;
    const simulated = await simulatedNetworks(tx, mode);
    const isSimulated = (network: Network) => simulated.has(network);
    const payment = { mode, profileId, addressId, scenario, amount, nowMs: Date.now(), isSimulated };
    return { ...(await requestDepositPayment(tx, payment)), mode };
  });
}

const ADDRESS_SQL = 'SELECT mode, profile_id FROM static_address WHERE id = $1';

/**
 * The networks that the workers found to be simulated when they opened the chains: the command needs none of the
 * gateway's settings.
 */
async function simulatedNetworks(on: Tx | Db, mode: Mode): Promise<ReadonlySet<Network>> {
  const rows = await select<{ network: Network }>(
    on,
    'SELECT network FROM chain_identity WHERE mode = $1 AND simulated ORDER BY network',
    [mode],
  );
  return new Set(rows.map(({ network }) => network));
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

await main();
