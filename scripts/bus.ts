// Messages that a consumer failed to process too often: lists them, sends them again or drops them.
// `npm run bus -- parked`
import '../db/core/require-node.ts';
import { parseArgs } from 'node:util';
import { audit } from '../db/audit/audit.ts';
import { dropMessages, listWaiting, OUTBOX_QUEUE, replayMessages, type WaitingMessage } from '../db/bus/parked.ts';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { openDatabase } from './operator-database.ts';
import { say } from './progress.ts';

const USAGE = `Usage: npm run bus -- parked [--queue <queue>]
         lists parked messages; exits with status 1 if there are any
       npm run bus -- replay --id <id> --by <who> --note <why>
       npm run bus -- replay --queue <queue> --by <who> --note <why>
         gives one message, or all of a queue, to its consumer again, with all attempts
       npm run bus -- drop --id <id> --by <who> --note <why>
       npm run bus -- drop --queue <queue> --by <who> --note <why>
         removes them for good

The queue ${OUTBOX_QUEUE} has what no consumer could handle and is still tried, such as with the bus inside a process.
Uses the database in DATABASE_URL, or the one that npm start runs on DATA_DIR. A worker sends what is replayed.`;

const text = { type: 'string' } as const;
const options = { queue: text, id: text, by: text, note: text };

interface Values {
  readonly queue?: string | undefined;
  readonly id?: string | undefined;
  readonly by?: string | undefined;
  readonly note?: string | undefined;
}

async function main(): Promise<void> {
  let db: Db | undefined;
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [command = ''] = positionals;
    if (positionals.length !== 1 || !['parked', 'replay', 'drop'].includes(command)) {
      say(USAGE);
      process.exitCode = 64;
      return;
    }
    db = await openDatabase('bus');
    if (command === 'parked') await list(db, values);
    else await change(db, command === 'replay' ? 'replay' : 'drop', values);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    await db?.close();
  }
}

async function list(db: Db, { queue }: Values): Promise<void> {
  const found = (await listWaiting(db)).filter((each) => queue === undefined || each.queue === queue);
  if (found.length === 0) return say('No messages are parked.');
  for (const { id, queue: of, topic, eventId, attempts, reason, since } of found) {
    const age = ageOf(Date.now() - since.getTime());
    say(`${id}  ${of}  ${topic}  event ${eventId ?? 'unknown'}  ${age}  ${attempts} attempts: ${reason}`);
  }
  process.exitCode = 1;
}

async function change(db: Db, command: 'replay' | 'drop', values: Values): Promise<void> {
  const { queue, id } = values;
  if ((queue === undefined) === (id === undefined))
    throw new Error('Name one message with --id, or all of a queue with --queue.');
  const by = wordsOf(values.by, '--by is missing: who decides this.');
  const note = wordsOf(values.note, '--note is missing: why.');
  const wanted = (await listWaiting(db)).filter((each) => (id === undefined ? each.queue === queue : each.id === id));
  if (wanted.length === 0) throw new Error('There is no such message. Run the command parked to see all.');
  const act = command === 'replay' ? replayMessages : dropMessages;
  const done = await inTransaction(db, async (tx) => {
    const changed = await act(tx, wanted);
    for (const message of changed) {
      await audit(tx, {
        ...{ chain: 'staff', actor: { kind: 'system', id: null, name: `${by} (npm run bus)` }, origin: null },
        action: command === 'replay' ? 'bus.replayed' : 'bus.dropped',
        target: { kind: 'message', id: message.eventId ?? message.id, label: `${message.queue}:${message.topic}` },
        data: { note, attempts: message.attempts, reason: message.reason },
      });
    }
    return changed;
  });
  say(command === 'replay' ? `Replayed ${done.length}. A worker sends them.` : `Dropped ${done.length}.`);
  sayLeft(wanted, done);
}

/** What was read before the change and is not among what was changed. */
function sayLeft(wanted: readonly WaitingMessage[], done: readonly WaitingMessage[]): void {
  const left = wanted.filter((each) => !done.includes(each));
  for (const { id, eventId } of left) {
    say(eventId === null ? `${id} cannot be read, so it can only be dropped.` : `${id} was gone in the meantime.`);
  }
  if (left.length > 0) process.exitCode = 1;
}

function wordsOf(text: string | undefined, complaint: string): string {
  const words = text?.trim() ?? '';
  if (words === '') throw new Error(complaint);
  return words;
}

function ageOf(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 120) return `${minutes} min ago`;
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} h ago` : `${Math.floor(minutes / 1_440)} days ago`;
}

await main();
