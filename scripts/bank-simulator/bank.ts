import {
  centsOf,
  child,
  children,
  parseXml,
  requiredText,
  textAt,
  type XmlNode,
} from '../../activities/bank/files/node.ts';
import { NAME_CONFIRMED } from '../../activities/bank/files/write-payments.ts';
import { writeNotification, writeStatementFiles } from './account-messages.ts';
import { DIALECTS } from './dialects.ts';
import { type Movement, type SimulatedStatus, writeRecallAnswer, writeReport } from './messages.ts';
import type { BankCommand, BankState, OutFile, Plan, SimulatedPayment } from './state.ts';

/** Names in which these words occur are answered by themselves, so that a demonstration needs no command. */
const TRIGGERS: readonly (readonly [RegExp, Plan])[] = [
  [/\bclose match\b/i, 'close-match'],
  [/\bno match\b/i, 'no-match'],
];

/** Does what somebody wants of the bank. */
export function obey(state: BankState, command: BankCommand, nowMs: number): void {
  switch (command.type) {
    case 'plan':
      state.plans.push({ plan: command.plan, reason: command.reason });
      return;
    case 'trick':
      state.tricks.push(command.trick);
      return;
    case 'delay':
      state.delayMs = command.seconds * 1_000;
      return;
    case 'dialect':
      state.dialect = command.dialect;
      return;
    case 'refuse-recall':
      state.refusesRecall = true;
      return;
    case 'return':
      returnPayment(state, command, nowMs);
      return;
    case 'credit':
      move(state, nowMs, {
        direction: 'credit',
        minor: command.minor,
        code: ['PMNT', 'RCDT', 'ESCT'],
        partyName: command.name,
        partyIban: command.iban,
        remittance: command.remittance,
        creditorReference: command.reference,
      });
      return;
    case 'fee':
      move(state, nowMs, {
        direction: 'debit',
        minor: command.minor,
        code: ['PMNT', 'MDOP', 'CHRG'],
        remittance: 'Fee',
      });
      return;
    default:
      command satisfies never;
  }
}

/** Takes a file of the gateway and decides what becomes of it. */
export function takeFile(state: BankState, text: string, nowMs: number): void {
  const document = child(parseXml(text), 'Document');
  const recall = child(document, 'CstmrPmtCxlReq');
  if (recall === undefined) takePayments(state, child(document, 'CstmrCdtTrfInitn'), nowMs);
  else takeRecall(state, recall, nowMs);
}

/** Makes the payments whose time has come, and reports what moved. */
export function work(
  state: BankState,
  nowMs: number,
  { statementEveryMs, statesNow = false }: { readonly statementEveryMs: number; readonly statesNow?: boolean },
): void {
  for (const payment of Object.values(state.payments)) {
    if (payment.state === 'pending' && payment.bookAtMs <= nowMs) book(state, payment, nowMs);
  }
  const dialect = DIALECTS[state.dialect ?? 'standard'];
  if (state.unnotified.length > 0 && dialect.sends === 'statement') {
    const messageId = nextId(state, 'N');
    const text = writeNotification({ messageId, nowMs }, state.unnotified, state.account, dialect);
    state.outbox.push({ name: `camt.054.${messageId}.xml`, text });
  }
  state.unnotified = [];
  const isDue = nowMs - state.statedAtMs >= statementEveryMs;
  if (state.sequence === 0 || statesNow || (isDue && state.unstated.length > 0)) makeStatement(state, nowMs);
}

function takePayments(state: BankState, order: XmlNode | undefined, nowMs: number): void {
  const originalMessageId = requiredText(order, 'GrpHdr', 'MsgId');
  const report = { messageId: nextId(state, 'R'), nowMs, originalMessageId };
  const send = (
    groupStatus: string | null,
    parts: ReadonlyMap<string, readonly SimulatedStatus[]>,
    reason?: string,
  ) => {
    const text = writeReport({ ...report, groupStatus, groupReason: reason, parts }, state.account);
    state.outbox.push({ name: `pain.002.${report.messageId}.xml`, text });
  };
  if (state.seenMessages.includes(originalMessageId)) {
    send('RJCT', new Map(), 'AM05');
    return;
  }
  state.seenMessages.push(originalMessageId);
  const { plan, reason } = state.plans.shift() ?? { plan: 'accept' };
  const parts = children(order, 'PmtInf').map((part) => [requiredText(part, 'PmtInfId'), paymentsOf(part)] as const);
  if (plan === 'reject') {
    send('RJCT', new Map(), reason ?? 'AM04');
    return;
  }
  const statuses = parts.map(([id, payments]) => {
    return [id, payments.map((payment, index) => accept(state, payment, { plan, reason, index, nowMs }))] as const;
  });
  if (plan === 'silent') return;
  const isWhole = statuses.every(([, each]) => each.every(({ code }) => code === 'ACSP'));
  send(isWhole ? 'ACSP' : 'PART', new Map(statuses));
}

type TakenPayment = Omit<SimulatedPayment, 'state' | 'bookAtMs'>;

function paymentsOf(part: XmlNode): TakenPayment[] {
  const isNameConfirmed = textAt(part, 'InstrForDbtrAgt') === NAME_CONFIRMED;
  return children(part, 'CdtTrfTxInf').map((each) => ({
    endToEndId: requiredText(each, 'PmtId', 'EndToEndId'),
    minor: centsOf(requiredText(each, 'Amt', 'InstdAmt')).toString(),
    name: requiredText(each, 'Cdtr', 'Nm'),
    iban: requiredText(each, 'CdtrAcct', 'Id', 'IBAN'),
    remittance: textAt(each, 'RmtInf', 'Ustrd') ?? '',
    isNameConfirmed,
  }));
}

interface Acceptance {
  readonly plan: Plan;
  readonly reason: string | undefined;
  readonly index: number;
  readonly nowMs: number;
}

function accept(state: BankState, payment: TakenPayment, { plan, reason, index, nowMs }: Acceptance): SimulatedStatus {
  const { endToEndId, name, isNameConfirmed } = payment;
  const keep = (is: SimulatedPayment['state']) => {
    state.payments[endToEndId] = { ...payment, state: is, bookAtMs: nowMs + state.delayMs };
  };
  const triggered = TRIGGERS.find(([words]) => words.test(name))?.[1] ?? plan;
  if (triggered === 'half' && index % 2 === 1) {
    keep('rejected');
    return { endToEndId, code: 'RJCT', reasonCode: reason ?? 'AC04' };
  }
  if (!isNameConfirmed && (triggered === 'close-match' || triggered === 'no-match')) {
    keep('held');
    const isClose = triggered === 'close-match';
    return {
      endToEndId,
      code: isClose ? 'RVMC' : 'RVNM',
      ...(isClose ? { payeeName: `${name.slice(0, 60)} Ltd` } : {}),
    };
  }
  keep('pending');
  return { endToEndId, code: triggered === 'not-possible' ? 'RVNA' : 'ACSP' };
}

function takeRecall(state: BankState, recall: XmlNode, nowMs: number): void {
  const recalled = children(recall, 'Undrlyg').flatMap((each) => children(each, 'OrgnlPmtInfAndCxl'));
  const ids = recalled.flatMap((part) => children(part, 'TxInf')).map((each) => requiredText(each, 'OrgnlEndToEndId'));
  const outcomes = ids.map((endToEndId) => {
    const payment = state.payments[endToEndId];
    const isOpen = payment?.state === 'pending' || payment?.state === 'held';
    const isCanceled = isOpen && !state.refusesRecall;
    if (payment !== undefined && isOpen) {
      state.payments[endToEndId] = { ...payment, state: isCanceled ? 'canceled' : 'pending' };
    }
    return { endToEndId, isCanceled };
  });
  state.refusesRecall = false;
  const messageId = nextId(state, 'C');
  const text = writeRecallAnswer({ messageId, nowMs, outcomes }, state.account);
  state.outbox.push({ name: `camt.029.${messageId}.xml`, text });
}

function book(state: BankState, payment: SimulatedPayment, nowMs: number): void {
  const { endToEndId, minor, name, iban, remittance } = payment;
  state.payments[endToEndId] = { ...payment, state: 'booked' };
  state.lastBooked = endToEndId;
  move(state, nowMs, {
    direction: 'debit',
    minor,
    code: ['PMNT', 'ICDT', 'ESCT'],
    endToEndId,
    partyName: name,
    partyIban: iban,
    ...(remittance === '' ? {} : { remittance }),
  });
}

function returnPayment(
  state: BankState,
  { endToEndId, reason, days }: Extract<BankCommand, { type: 'return' }>,
  nowMs: number,
): void {
  const payment = state.payments[endToEndId ?? state.lastBooked ?? ''];
  if (payment?.state !== 'booked') throw new Error('There is no such payment that was made and not returned.');
  state.payments[payment.endToEndId] = { ...payment, state: 'returned' };
  move(state, nowMs + days * 86_400_000, {
    direction: 'credit',
    minor: payment.minor,
    code: ['PMNT', 'ICDT', 'RRTN'],
    endToEndId: payment.endToEndId,
    partyName: payment.name,
    partyIban: payment.iban,
    returnCode: reason,
  });
}

function move(state: BankState, atMs: number, movement: Omit<Movement, 'reference' | 'day'>): void {
  const day = new Date(atMs).toISOString().slice(0, 10);
  const full: Movement = { ...movement, reference: nextId(state, 'E'), day };
  state.unnotified.push(full);
  state.unstated.push(full);
}

function makeStatement(state: BankState, nowMs: number): void {
  const trick = state.tricks.shift();
  const dialect = DIALECTS[state.dialect ?? 'standard'];
  const kind = dialect.sends === 'report' ? 'camt.052' : 'camt.053';
  const openingMinor = BigInt(state.statedMinor);
  const signed = state.unstated.map(({ direction, minor }) =>
    direction === 'credit' ? BigInt(minor) : -BigInt(minor),
  );
  const closingMinor = signed.reduce((sum, minor) => sum + minor, openingMinor);
  state.sequence += 1;
  // The bank sends a right one after the wrong one.
  const wrongId = trick === 'missing-line' ? nextId(state, 'S') : null;
  const messageId = nextId(state, 'S');
  const whole = { messageId, nowMs, sequence: state.sequence, openingMinor, closingMinor, movements: state.unstated };
  const write = (movements: readonly Movement[], id: string): OutFile[] => {
    const files = writeStatementFiles({ ...whole, movements, messageId: id }, state.account, dialect);
    return files.map((text, at) => ({ name: `${kind}.${id}${at === 0 ? '' : `.${at + 1}`}.xml`, text }));
  };
  const files = write(state.unstated, messageId);
  if (wrongId !== null) state.outbox.push(...write(state.unstated.slice(1), wrongId));
  const last = files.at(-1);
  if (trick === 'out-of-order' && state.heldBack === null && last !== undefined) {
    state.outbox.push(...files.slice(0, -1));
    state.heldBack = last;
  } else {
    state.outbox.push(...files);
    if (trick === 'twice') state.outbox.push(...files.map(({ name, text }) => ({ text, name: `${name}.again.xml` })));
    if (state.heldBack !== null) state.outbox.push({ ...state.heldBack, name: `late.${state.heldBack.name}` });
    state.heldBack = null;
  }
  state.statedMinor = closingMinor.toString();
  state.statedAtMs = nowMs;
  state.unstated = [];
}

function nextId(state: BankState, letter: string): string {
  state.counter += 1;
  return `SIM${letter}${String(state.counter).padStart(9, '0')}`;
}
