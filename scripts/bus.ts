// Messages that a consumer failed to process too often: lists them, sends them again or drops them.
// `npm run bus -- parked`
import '../db/core/require-node.ts';
import { audit } from '../db/audit/audit.ts';
import { dropMessages, listWaiting, OUTBOX_QUEUE, replayMessages, type WaitingMessage } from '../db/bus/parked.ts';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { databaseProgram, required, run, text } from './operator-program.ts';
import { say } from './progress.ts';

interface Change {
  readonly queue?: string;
  readonly id?: string;
  readonly by: string;
  readonly note: string;
}

async function list(db: Db, { queue }: { readonly queue?: string }): Promise<void> {
  const found = (await listWaiting(db)).filter((each) => queue === undefined || each.queue === queue);
  if (found.length === 0) return say('No messages are parked.');
  for (const { id, queue: of, topic, eventId, attempts, reason, since } of found) {
    const age = ageOf(Date.now() - since.getTime());
    say(`${id}  ${of}  ${topic}  event ${eventId ?? 'unknown'}  ${age}  ${attempts} attempts: ${reason}`);
  }
  process.exitCode = 1;
}

async function change(db: Db, command: 'replay' | 'drop', { queue, id, by, note }: Change): Promise<void> {
  if ((queue === undefined) === (id === undefined))
    throw new Error('Name one message with --id, or all of a queue with --queue.');
  const selected = (await listWaiting(db)).filter((each) => (id === undefined ? each.queue === queue : each.id === id));
  if (selected.length === 0) throw new Error('There is no such message. Run the command parked to see all.');
  const act = command === 'replay' ? replayMessages : dropMessages;
  const done = await inTransaction(db, async (tx) => {
    const changed = await act(tx, selected);
    for (const message of changed) {
      await audit(tx, {
        chain: 'staff',
        actor: { kind: 'system', id: null, name: `${by} (npm run bus)` },
        origin: null,
        action: command === 'replay' ? 'bus.replayed' : 'bus.dropped',
        target: { kind: 'message', id: message.eventId ?? message.id, label: `${message.queue}:${message.topic}` },
        data: { note, attempts: message.attempts, reason: message.reason },
      });
    }
    return changed;
  });
  say(command === 'replay' ? `Replayed ${done.length}. A worker sends them.` : `Dropped ${done.length}.`);
  sayLeft(selected, done);
}

/** Reports messages that were read before the change and are not among the changed ones. */
function sayLeft(selected: readonly WaitingMessage[], done: readonly WaitingMessage[]): void {
  const left = selected.filter((each) => !done.includes(each));
  for (const { id, eventId } of left) {
    say(eventId === null ? `${id} cannot be read, so it can only be dropped.` : `${id} was gone in the meantime.`);
  }
  if (left.length > 0) process.exitCode = 1;
}

function ageOf(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 120) return `${minutes} min ago`;
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} h ago` : `${Math.floor(minutes / 1_440)} days ago`;
}

const { program, onDatabase } = databaseProgram('bus', {
  about: 'Messages that a consumer failed to process too often.',
  notes:
    'A worker sends what is replayed.\n' +
    `The queue ${OUTBOX_QUEUE} has what no consumer could handle and is still tried, such as with the bus inside a ` +
    'process.',
});
program
  .command('parked')
  .description('lists parked messages; exits with status 1 if there are any')
  .addOption(text('--queue <queue>', 'of one queue only'))
  .action(onDatabase(list));
for (const [command, about] of [
  ['replay', 'gives one message, or all of a queue, to its consumer again, with all attempts'],
  ['drop', 'removes one message, or all of a queue, for good'],
] as const) {
  program
    .command(command)
    .description(about)
    .addOption(text('--id <id>', 'one message'))
    .addOption(text('--queue <queue>', 'all of a queue'))
    .addOption(required('--by <who>', 'who decides this'))
    .addOption(required('--note <why>', 'why'))
    .action(onDatabase((db, options: Change) => change(db, command, options)));
}
await run(program);
