import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Invoice, Tidegate } from '../../node/src/index.ts';
import { CliError, EXIT, type Io } from './io.ts';
import { show } from './show.ts';
import { untilEnded } from './wait.ts';

type Make = (client: Tidegate, io: Io) => Promise<Invoice>;

/** The calls that lead to each event, in sandbox. */
const EVENTS: Readonly<Record<string, Make>> = {
  'invoice.new': (client) => create(client, {}),
  'invoice.pending': (client) => create(client, { gate_id: 'BTC' }),
  'invoice.confirming': (client, io) => paid(client, io, { scenario: 'paid', until: 'confirming' }),
  'invoice.partially_paid': (client, io) => paid(client, io, { scenario: 'partial', until: 'partially_paid' }),
  'invoice.overpaid': (client, io) => paid(client, io, { scenario: 'over', until: 'overpaid' }),
  'invoice.done': (client, io) => paid(client, io, { scenario: 'paid', until: 'done' }),
  'invoice.canceled': async (client) => client.invoices.cancel((await create(client, {})).id),
  'invoice.expired': async (client, io) => {
    const invoice = await create(client, { gate_id: 'BTC', lifetime_seconds: 5 });
    return untilEnded(io, () => client.invoices.get(invoice.id));
  },
};

/** Adds `trigger`. */
export function addTrigger(program: Command, io: Io, client: () => Tidegate): void {
  program
    .command('trigger <event>')
    .description(`make an event happen in sandbox: ${Object.keys(EVENTS).join(', ')}`)
    .option('--json', 'print JSON')
    .action(async (event: string, { json = false }: { json?: boolean }) => {
      const make = EVENTS[event];
      if (make === undefined) {
        throw new CliError(
          `${event} cannot be triggered. Choose one of: ${Object.keys(EVENTS).join(', ')}`,
          EXIT.usage,
        );
      }
      show(io, await make(client(), io), { json });
    });
}

function create(client: Tidegate, fields: object): Promise<Invoice> {
  const reference = `trigger-${randomBytes(4).toString('hex')}`;
  return client.invoices.create({ amount: '49.90', currency: 'EUR', reference, ...fields });
}

interface Payment {
  readonly scenario: 'paid' | 'partial' | 'over';
  readonly until: Invoice['status'];
}

/** Pays an invoice and mines blocks until it has the status. */
async function paid(client: Tidegate, io: Io, { scenario, until }: Payment): Promise<Invoice> {
  const { id } = await create(client, { gate_id: 'BTC' });
  await client.sandbox.payInvoice(id, { scenario });
  for (let count = 0; count < MOST_BLOCKS; count += 1) {
    const invoice = await client.invoices.get(id);
    if (invoice.status === until) return invoice;
    io.warn(`… ${invoice.status}`);
    if (until !== 'confirming') await client.sandbox.mineBlocks('BTC', { count: 1 });
    await pause(1_000, undefined, { signal: io.signal });
  }
  throw new CliError(`Invoice ${id} did not become ${until} in a minute. Is a worker of the gateway running?`);
}

const MOST_BLOCKS = 60;
