import { parseArgs } from 'node:util';
import { OPERATOR_COMMANDS, type OperatorCommand } from '../../domain/process/commands.ts';
import {
  CARD_ORDER_OUTCOMES,
  CLAIM_OUTCOMES,
  cardOrderQuery,
  claimQuery,
  DEPOSIT_OUTCOMES,
  depositQuery,
  INVOICE_OUTCOMES,
  PAYOUT_OUTCOMES,
  payoutQuery,
} from '../../workflows/messages.ts';

/** A process that operators can command. */
export interface Process {
  /** Its query, which says what it is waiting for. */
  readonly query: string;
  /** The accepted commands; `resolve` with these outcomes. */
  readonly accepts: readonly OperatorCommand[];
  readonly outcomes: readonly string[];
  /** True if `retry` can raise the fee of its transaction. */
  readonly hasFee: boolean;
}

/** The body of the update, as workflows expect it. */
export interface SentCommand {
  readonly by: string;
  readonly note: string;
  readonly outcome?: string;
  readonly maxFee?: string;
}

export type OpsRequest = { readonly workflowId: string; readonly process: Process } & (
  | { readonly name: 'show' }
  | {
      readonly name: OperatorCommand;
      readonly command: SentCommand;
      /** Of an earlier call whose answer was lost. */
      readonly requestId: string | undefined;
    }
);

const text = { type: 'string' } as const;
const options = { by: text, note: text, outcome: text, 'max-fee': text, request: text } as const;

/** Reads the arguments of `npm run ops`. @throws Error with a message that says what to change */
export function parseOps(args: readonly string[]): OpsRequest {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [workflowId = '', name = '', ...more] = positionals;
  const process = processOf(workflowId);
  if (more.length > 0) throw new Error(`"${more[0]}" is one word too many: put the note in quotes.`);
  if (name === 'show') {
    const [option] = Object.keys(values);
    if (option !== undefined) throw new Error(`show takes no --${option}.`);
    return { workflowId, process, name };
  }
  const command = OPERATOR_COMMANDS.find((each) => each === name);
  if (command === undefined || !process.accepts.includes(command)) {
    const known = ['show', ...process.accepts];
    throw new Error(`${workflowId} knows ${listOf(known, 'and')}; ${name === '' ? 'name one' : `not "${name}"`}.`);
  }
  const { by, note, outcome, 'max-fee': maxFee, request } = values;
  const sent = {
    by: filled(by, '--by is missing: the email address of the staff member who decides.'),
    note: filled(note, '--note is missing: why. It is recorded in the audit log.'),
  };
  if (sent.note.length > MAX_NOTE) throw new Error(`--note has more than ${MAX_NOTE} characters.`);
  if (request !== undefined && !UUID.test(request)) {
    throw new Error('--request must be the ID that the earlier call printed.');
  }
  return {
    workflowId,
    process,
    name: command,
    requestId: request,
    command: { ...sent, ...outcomeOf(command, process, outcome), ...feeOf(command, process, maxFee) },
  };
}

function processOf(workflowId: string): Process {
  if (DEPOSIT_ID.test(workflowId)) return deposit;
  const [, kind = '', id = '', slice] = WORKFLOW_ID.exec(workflowId) ?? [];
  const process = slice === undefined ? PROCESSES[kind] : SLICES[kind];
  if (process === undefined || !UUID.test(id)) {
    throw new Error(
      `${workflowId === '' ? 'Name a workflow' : `"${workflowId}" is not the ID of a workflow that takes commands`}: ` +
        `${Object.keys(PROCESSES)
          .map((each) => `${each}:<uuid>`)
          .join(', ')}, deposit:<network>:<txid>:<output>, deposit:SEPA:<uuid> or mass-payout:<uuid>:<slice>.`,
    );
  }
  return process;
}

function outcomeOf(command: OperatorCommand, { outcomes }: Process, outcome: string | undefined) {
  if (command !== 'resolve') {
    if (outcome !== undefined) throw new Error('--outcome belongs to resolve.');
    return {};
  }
  if (outcome === undefined || !outcomes.includes(outcome)) {
    throw new Error(`--outcome must be ${listOf(outcomes, 'or')}.`);
  }
  return { outcome };
}

function feeOf(command: OperatorCommand, { hasFee }: Process, maxFee: string | undefined) {
  if (maxFee === undefined) return {};
  if (command !== 'retry' || !hasFee) throw new Error('--max-fee belongs to retry of a payout, refund or slice.');
  if (!DECIMAL.test(maxFee)) throw new Error("--max-fee must be an amount in the network's coin, such as 0.0005.");
  return { maxFee };
}

function filled(value: string | undefined, complaint: string): string {
  const trimmed = value?.trim() ?? '';
  if (trimmed === '') throw new Error(complaint);
  return trimmed;
}

function listOf(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

const WORKFLOW_ID = /^([a-z_-]+):([^:]+)(?::(\d{1,6}))?$/;
/** By network, transaction and output. */
const DEPOSIT_ID = /^deposit:(?:[A-Z]{3,4}:[0-9A-Za-z]{8,90}:[0-9A-Za-z:._-]{0,200}|SEPA:[0-9a-f-]{36})$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DECIMAL = /^\d{1,12}(\.\d{1,18})?$/;
const MAX_NOTE = 1_000;

const payout: Process = { query: payoutQuery, accepts: OPERATOR_COMMANDS, outcomes: PAYOUT_OUTCOMES, hasFee: true };

const deposit: Process = {
  query: depositQuery,
  accepts: ['retry', 'resolve'],
  outcomes: DEPOSIT_OUTCOMES,
  hasFee: false,
};

const PROCESSES: Readonly<Record<string, Process>> = {
  invoice: { query: 'invoice', accepts: OPERATOR_COMMANDS, outcomes: INVOICE_OUTCOMES, hasFee: false },
  payout,
  refund: payout,
  withdrawal: payout,
  balance_recovery: payout,
  'card-order': {
    query: cardOrderQuery,
    accepts: ['retry', 'resolve'],
    outcomes: CARD_ORDER_OUTCOMES,
    hasFee: false,
  },
  claim: { query: claimQuery, accepts: ['retry', 'resolve'], outcomes: CLAIM_OUTCOMES, hasFee: false },
  'mass-payout': { query: 'mass_payout', accepts: ['retry'], outcomes: [], hasFee: false },
  onboarding: { query: 'onboarding', accepts: ['retry'], outcomes: [], hasFee: false },
  'suspicious-operation': { query: 'suspicious_operation', accepts: [], outcomes: [], hasFee: false },
};

const SLICES: Readonly<Record<string, Process>> = {
  'mass-payout': { query: 'mass_slice', accepts: ['retry'], outcomes: [], hasFee: true },
};
