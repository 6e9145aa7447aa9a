// Sends an operator's command to a workflow, and says in words what it answered: `npm run ops -- payout:<uuid> retry`.
// It encodes and decodes with the codec key, so it also works where the Web UI shows only encrypted data.
import '../db/core/require-node.ts';
import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { type AuditActor, audit } from '../db/audit/audit.ts';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { operator } from '../db/staff/operators.ts';
import { isDomainError } from '../domain/errors.ts';
import { openDatabase } from './operator-database.ts';
import { operatorName } from './operator-name.ts';
import { type OpsRequest, parseOps } from './ops/parse.ts';
import { type Answer, type ProcessState, readState, sendCommand } from './ops/process-at.ts';
import { say } from './progress.ts';
import { openTemporal } from './temporal-server.ts';

const USAGE = `Usage: npm run ops -- <workflow> show
         says what the workflow is waiting for, and changes nothing
       npm run ops -- <workflow> approve --by <email address> --note "…"
       npm run ops -- <workflow> retry   --by <email address> --note "…" [--max-fee <amount>]
       npm run ops -- <workflow> resolve --by <email address> --note "…" --outcome <outcome>

workflow: invoice:<uuid>, payout:<uuid>, refund:<uuid>, mass-payout:<uuid>, mass-payout:<uuid>:<slice>,
          onboarding:<uuid>, and for show also suspicious-operation:<uuid>
outcome:  earlier, invalid or done for an invoice; paid or unpaid for a payout or refund
by:       a staff member who may operate payouts
request:  --request <id> repeats an earlier call whose answer was lost, without doing it twice

Uses DATABASE_URL, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE and TEMPORAL_CODEC_KEY, or what npm start runs on DATA_DIR.`;

type Command = Exclude<OpsRequest, { readonly name: 'show' }>;

async function main(): Promise<void> {
  let request: OpsRequest;
  try {
    const args = process.argv.slice(2);
    if (args.length === 0) return end(USAGE, 64);
    request = parseOps(args);
  } catch (error) {
    return end(`${messageOf(error)}\n\n${USAGE}`, 64);
  }
  try {
    const client = await openTemporal();
    try {
      if (request.name === 'show') sayState(request.workflowId, await stateOf(client, request));
      else await run(client, request);
    } finally {
      await client.connection.close();
    }
  } catch (error) {
    end(messageOf(error), 1);
  }
}

async function run(client: Client, request: Command): Promise<void> {
  const { workflowId, name, command, requestId: id = randomUUID() } = request;
  const db = await openDatabase('ops');
  try {
    const actor = await actorOf(db, command.by);
    const { isRunning } = await stateOf(client, request);
    if (!isRunning) throw new Error(`${workflowId} has ended: nothing is left to decide.`);
    // Before it is sent, so that no command is carried out without a record.
    await record(db, actor, request, id);
    const answer = await sendCommand(client, { workflowId, name, command, id });
    if (answer.isAccepted) say(`${workflowId} accepted ${name}.`);
    else end(`${workflowId} refused ${name}: ${answer.refusal}`, 1);
    await record(db, actor, request, id, answer);
    sayState(workflowId, await stateOf(client, request));
  } finally {
    await db.close();
  }
}

function stateOf(client: Client, { workflowId, process }: OpsRequest): Promise<ProcessState> {
  return readState(client, workflowId, process);
}

/** The member of staff who decides, and who ran the command for them. */
async function actorOf(db: Db, by: string): Promise<AuditActor> {
  try {
    const { id, fullName } = await operator(db, by);
    return { kind: 'staff', id, name: `${fullName}, by ${operatorName('ops')}` };
  } catch (error) {
    if (!isDomainError(error, 'permission_denied')) throw error;
    throw new Error('--by must be the email address of a staff member who may operate payouts and has set up 2FA.');
  }
}

function record(db: Db, actor: AuditActor, request: Command, id: string, answer?: Answer): Promise<void> {
  const { workflowId, name, command } = request;
  const { note, outcome = null, maxFee = null } = command;
  const sent = { command: name, request: id, note, outcome, max_fee: maxFee };
  return inTransaction(db, (tx) =>
    audit(tx, {
      chain: 'staff',
      actor,
      origin: null,
      action: actionOf(answer),
      target: { kind: 'workflow', id: workflowId, label: workflowId },
      data: answer?.isAccepted === false ? { ...sent, reason: answer.refusal } : sent,
    }),
  );
}

function actionOf(answer: Answer | undefined) {
  if (answer === undefined) return 'workflow.command_sent';
  return answer.isAccepted ? 'workflow.command_accepted' : 'workflow.command_refused';
}

function sayState(workflowId: string, { isRunning, report }: ProcessState): void {
  if (report === null) {
    say(`${workflowId} sleeps: it has had nothing to do yet. retry wakes it up.`);
    return;
  }
  const { words, status, tries } = report;
  const tried = tries > 0 ? ` Tried ${tries} ${tries === 1 ? 'time' : 'times'}.` : '';
  say(`${status === null ? '' : `Status: ${status}. `}${isRunning ? '' : 'The workflow has ended. '}${words}${tried}`);
}

function end(message: string, status: number): void {
  say(message);
  process.exitCode = status;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

await main();
