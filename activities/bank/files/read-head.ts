import type { StatementHead } from '../../../domain/bank/messages.ts';
import { BankFileError } from './bank-file-error.ts';
import { isCredit } from './entry-amounts.ts';
import { child, children, dayAt, eurAt, requiredText, textAt, type XmlNode } from './node.ts';

interface HeadToRead {
  /** It has balances that prove the order. */
  readonly isStatement: boolean;
  /** Of a day that may not be over; one without balances is no statement. */
  readonly isReport: boolean;
}

/** Reads the head of a statement, of the message that contains it. @throws BankFileError */
export function headOf(
  message: XmlNode | undefined,
  element: string,
  { isStatement, isReport }: HeadToRead,
): StatementHead {
  const statement = child(message, element);
  const account = child(statement, 'Acct');
  const iban = textAt(account, 'Id', 'IBAN') ?? textAt(account, 'Id', 'Othr', 'Id');
  if (iban === null) throw new BankFileError('The statement names no account.');
  const currency = textAt(account, 'Ccy');
  const number = textAt(statement, 'ElctrncSeqNb') ?? textAt(statement, 'LglSeqNb');
  const head = {
    statementId: requiredText(statement, 'Id'),
    iban: iban.replaceAll(/\s/g, '').toUpperCase(),
    currency,
    sequence: number?.replace(/^0+(?=.)/, '') ?? null,
    period: periodOf(statement),
    createdAt: textAt(statement, 'CreDtTm'),
    page: pageOf(message, statement),
  };
  // The balances of another currency say nothing to us, and the whole account is refused or left out.
  if (!isStatement || (currency !== null && currency !== 'EUR')) return { ...head, ...NO_BALANCES };
  const isPage = head.page !== null && !(head.page.number === 1 && head.page.isLast);
  const all = balancesOf(statement);
  const opening = balanceOf(all, ['OPBD', 'PRCD', ...(isPage ? ['ITBD'] : [])]);
  const closing = balanceOf(all.toReversed(), ['CLBD', ...(isPage || isReport ? ['ITBD'] : [])]);
  const isComplete = opening !== undefined && closing !== undefined;
  if (isPage || isComplete) return { ...head, ...balances(opening, closing) };
  if (isReport) return { ...head, ...NO_BALANCES };
  throw new BankFileError(`The statement has no balance ${opening === undefined ? 'OPBD' : 'CLBD'}.`);
}

/** Of a notification. */
export const NO_BALANCES = { hasBalances: false, openingMinor: null, closingMinor: null, closingDay: null } as const;

interface Balance {
  readonly code: string | null;
  readonly minor: bigint;
  readonly day: string;
}

/** The oldest first. Banks give several where a statement is about several days. */
function balancesOf(statement: XmlNode | undefined): Balance[] {
  const all = children(statement, 'Bal').map((balance) => {
    const type = child(balance, 'Tp', 'CdOrPrtry');
    const minor = eurAt(balance, 'Amt');
    const day = dayAt(balance, 'Dt');
    if (day === null) throw new BankFileError('A balance has no date.');
    const code = textAt(type, 'Cd') ?? textAt(type, 'Prtry');
    return { code, minor: isCredit(balance) === false ? -minor : minor, day };
  });
  return all.toSorted((a, b) => a.day.localeCompare(b.day));
}

/** The first with the first code that there is. */
function balanceOf(all: readonly Balance[], codes: readonly string[]): Balance | undefined {
  const found = codes.map((code) => all.find((each) => each.code === code));
  return found.find((each) => each !== undefined);
}

function balances(opening: Balance | undefined, closing: Balance | undefined) {
  return {
    hasBalances: true,
    openingMinor: opening?.minor ?? null,
    closingMinor: closing?.minor ?? null,
    closingDay: closing?.day ?? null,
  };
}

function periodOf(statement: XmlNode | undefined): StatementHead['period'] {
  const period = child(statement, 'FrToDt');
  const [from, to] = [
    textAt(period, 'FrDtTm') ?? textAt(period, 'FrDt'),
    textAt(period, 'ToDtTm') ?? textAt(period, 'ToDt'),
  ];
  return from === null || to === null ? null : `${from}/${to}`;
}

/** Of the statement, or of the message that contains it alone. */
function pageOf(message: XmlNode | undefined, statement: XmlNode | undefined): StatementHead['page'] {
  const own = ['StmtPgntn', 'RptPgntn', 'NtfctnPgntn']
    .map((name) => child(statement, name))
    .find((each) => each !== undefined);
  const pagination = own ?? child(message, 'GrpHdr', 'MsgPgntn');
  if (pagination === undefined) return null;
  const number = Number(requiredText(pagination, 'PgNb'));
  if (!Number.isInteger(number) || number < 1 || number > MOST_PAGES) throw new BankFileError('A page has no number.');
  return { number, isLast: ['true', '1'].includes(textAt(pagination, 'LastPgInd') ?? '') };
}

const MOST_PAGES = 99_999;
