import { fragment } from 'xmlbuilder2';
import { NAMESPACE } from '../../activities/bank/files/versions.ts';
import { spacedReference } from '../../domain/bank/creditor-reference.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { DIALECTS, type Dialect } from './dialects.ts';
import type { Header, Movement, SimulatedAccount } from './messages.ts';

export interface SimulatedStatement extends Header {
  readonly sequence: number;
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
  readonly movements: readonly Movement[];
}

type Writing = Header & { readonly dialect: Dialect };

/** A notification of movements (camt.054). */
export function writeNotification(
  header: Header,
  movements: readonly Movement[],
  account: SimulatedAccount,
  dialect: Dialect = DIALECTS.standard,
): string {
  const writing = { ...header, dialect };
  const content = { Id: header.messageId, ...createdAt(writing), Acct: accountOf(account, dialect) };
  return documentOf('camt.054', dialect, {
    BkToCstmrDbtCdtNtfctn: { GrpHdr: headOf(header), Ntfctn: { ...content, Ntry: entriesOf(movements, writing) } },
  });
}

/** A statement in the files that a bank of this dialect writes: camt.053, or camt.052 of a bank that has only these. */
export function writeStatementFiles(
  statement: SimulatedStatement,
  account: SimulatedAccount,
  dialect: Dialect,
): readonly string[] {
  const writing = { messageId: statement.messageId, nowMs: statement.nowMs, dialect };
  const entries = [...entriesOf(statement.movements, writing), ...(dialect.hasEmptyLine ? [emptyLine(writing)] : [])];
  const half = Math.ceil(entries.length / dialect.pages);
  return Array.from({ length: dialect.pages }, (_, at) => {
    const some = entries.slice(at * half, (at + 1) * half);
    const page = dialect.pages === 1 ? null : { PgNb: String(at + 1), LastPgInd: String(at + 1 === dialect.pages) };
    return statementFile(statement, account, { writing, entries: some, page });
  });
}

interface PageToWrite {
  readonly writing: Writing;
  readonly entries: readonly object[];
  readonly page: object | null;
}

function statementFile(
  statement: SimulatedStatement,
  account: SimulatedAccount,
  { writing, entries, page }: PageToWrite,
) {
  const { messageId, openingMinor, closingMinor } = statement;
  const { dialect } = writing;
  const number = numberOf(statement, dialect);
  const content = {
    Id: `${messageId}-S`,
    ...(number === null ? {} : { ElctrncSeqNb: number }),
    ...createdAt(writing),
    Acct: accountOf(account, dialect),
    Bal: [balanceOf(dialect.opening, openingMinor, writing), balanceOf('CLBD', closingMinor, writing)],
    Ntry: entries,
  };
  const [kind, outer, element] =
    dialect.sends === 'report'
      ? (['camt.052', 'BkToCstmrAcctRpt', 'Rpt'] as const)
      : (['camt.053', 'BkToCstmrStmt', 'Stmt'] as const);
  const all = dialect.hasOtherAccount ? [otherAccount(content, writing), content] : content;
  const GrpHdr = { ...headOf(statement), ...(page === null ? {} : { MsgPgntn: page }) };
  return documentOf(kind, dialect, { [outer]: { GrpHdr, [element]: all } });
}

function otherAccount(content: object, writing: Writing): object {
  const none = [balanceOf('OPBD', 500n, writing), balanceOf('CLBD', 500n, writing)];
  const { Ntry: _none, ...rest } = {
    ...content,
    Acct: { Id: { IBAN: 'DE89370400440532013000' }, Ccy: 'EUR' },
    Bal: none,
    Ntry: [],
  };
  return rest;
}

function numberOf({ sequence, nowMs }: SimulatedStatement, { number }: Dialect): string | null {
  const year = new Date(nowMs).getUTCFullYear();
  switch (number) {
    case 'count':
      return String(sequence);
    case 'padded':
      return String(sequence).padStart(18, '0');
    case 'year':
      return `${year}${String(sequence).padStart(4, '0')}`;
    case 'moment':
      return new Date(nowMs).toISOString().replaceAll(/\D/g, '');
    case 'none':
      return null;
    default:
      return number satisfies never;
  }
}

function balanceOf(code: string, minor: bigint, { nowMs, dialect }: Writing) {
  return {
    Tp: { CdOrPrtry: { Cd: code } },
    Amt: amountOf(minor < 0n ? -minor : minor, dialect),
    CdtDbtInd: minor < 0n ? 'DBIT' : 'CRDT',
    Dt: { Dt: dayOf(nowMs) },
  };
}

/** Credits of one kind may be one entry; returns never are, because a bank says of each why it came back. */
function entriesOf(movements: readonly Movement[], writing: Writing): object[] {
  const isPart = ({ direction, returnCode }: Movement) => direction === 'credit' && returnCode === undefined;
  const parts = writing.dialect.isCollective ? movements.filter(isPart) : [];
  if (parts.length < 2) return movements.map((movement) => entryOf([movement], writing));
  const rest = movements.filter((movement) => !isPart(movement));
  return [entryOf(parts, writing), ...rest.map((movement) => entryOf([movement], writing))];
}

function entryOf(movements: readonly Movement[], writing: Writing): object {
  const { dialect } = writing;
  const [first] = movements;
  if (first === undefined) throw new Error('An entry has no movements.');
  const { reference, direction, day, code, creditorReference, remittance } = first;
  const [domain, family, subFamily] = code;
  const details = movements
    .map((movement) => detailsOf(movement, dialect))
    .filter((each) => Object.keys(each).length > 0);
  const words =
    dialect.words === 'entry' ? [remittance, creditorReference].filter((each) => each !== undefined).join(' ') : '';
  const isBatch = movements.length > 1;
  return {
    Amt: amountOf(
      movements.reduce((sum, { minor }) => sum + BigInt(minor), 0n),
      dialect,
    ),
    CdtDbtInd: direction === 'credit' ? 'CRDT' : 'DBIT',
    Sts: dialect.version === '08' ? { Cd: 'BOOK' } : 'BOOK',
    BookgDt: { Dt: day },
    ValDt: { Dt: day },
    AcctSvcrRef: reference,
    BkTxCd: { Domn: { Cd: domain, Fmly: { Cd: family, SubFmlyCd: subFamily } } },
    ...(details.length === 0
      ? {}
      : { NtryDtls: { ...(isBatch ? { Btch: { NbOfTxs: String(movements.length) } } : {}), TxDtls: details } }),
    ...(words === '' ? {} : { AddtlNtryInf: words }),
  };
}

/** With it banks say that they have closed the account for the month. */
function emptyLine({ nowMs, dialect }: Writing): object {
  const none = { reference: 'CLOSED', direction: 'credit', minor: '0', day: dayOf(nowMs) } as const;
  return entryOf([{ ...none, code: ['ACMT', 'ACOP', 'INTR'] }], { messageId: '', nowMs, dialect });
}

function detailsOf(movement: Movement, dialect: Dialect): object {
  const { minor, direction, endToEndId, returnCode } = movement;
  const isCredit = direction === 'credit';
  const amount = amountOf(BigInt(minor), dialect);
  return {
    ...(endToEndId === undefined ? {} : { Refs: { EndToEndId: endToEndId } }),
    ...(dialect.amountIn === 'Amt' ? { Amt: amount, CdtDbtInd: isCredit ? 'CRDT' : 'DBIT' } : {}),
    ...(dialect.amountIn === 'AmtDtls' ? { AmtDtls: { TxAmt: { Amt: amount } } } : {}),
    ...partiesOf(movement, dialect),
    ...remittanceOf(movement, dialect),
    ...(returnCode === undefined ? {} : { RtrInf: { Rsn: { Cd: returnCode } } }),
  };
}

function partiesOf({ partyName, partyIban, direction }: Movement, { version }: Dialect): object {
  const role = direction === 'credit' ? 'Dbtr' : 'Cdtr';
  const name = version === '08' ? { Pty: { Nm: partyName } } : { Nm: partyName };
  const parties = {
    ...(partyName === undefined ? {} : { [role]: name }),
    ...(partyIban === undefined ? {} : { [`${role}Acct`]: { Id: { IBAN: partyIban } } }),
  };
  return Object.keys(parties).length === 0 ? {} : { RltdPties: parties };
}

function remittanceOf({ remittance, creditorReference }: Movement, { words }: Dialect): object {
  if (words === 'entry' || (remittance === undefined && creditorReference === undefined)) return {};
  if (words === 'plain') {
    const structured = creditorReference === undefined ? {} : { Strd: { CdtrRefInf: { Ref: creditorReference } } };
    return { RmtInf: { ...(remittance === undefined ? {} : { Ustrd: remittance }), ...structured } };
  }
  const reference = creditorReference ?? '';
  switch (words) {
    case 'cut': {
      const text = [remittance, reference].filter((each) => each).join(' ');
      const half = Math.ceil(text.length / 2);
      return { RmtInf: { Ustrd: [text.slice(0, half), text.slice(half)].filter((each) => each !== '') } };
    }
    case 'tags':
      return { RmtInf: { Ustrd: `EREF+NOTPROVIDEDSVWZ+${remittance ?? ''}${reference}DATUM` } };
    case 'dashes':
      return {
        RmtInf: {
          Ustrd: [remittance, spacedReference(reference).replaceAll(' ', '-')].filter((each) => each).join(' '),
        },
      };
    default:
      return words satisfies never;
  }
}

function amountOf(minor: bigint, { amount }: Dialect) {
  const text = formatAmount(minor, 2);
  const written = {
    plain: text,
    padded: text.padStart(18, '0'),
    plus: `+${text}`,
    short: text.replace(/0$/, '').replace(/\.0$/, ''),
  };
  return { '@Ccy': 'EUR', '#': written[amount] };
}

function accountOf({ iban }: SimulatedAccount, { account }: Dialect) {
  const id = account === 'IBAN' ? { IBAN: iban } : { Othr: { Id: iban.slice(4) } };
  return { Id: id, Ccy: 'EUR' };
}

function createdAt({ nowMs }: Header) {
  return { CreDtTm: new Date(nowMs).toISOString() };
}

function dayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}

function headOf({ messageId, nowMs }: Header) {
  return { MsgId: messageId, CreDtTm: new Date(nowMs).toISOString() };
}

function documentOf(kind: string, { version }: Dialect, content: object): string {
  const open = `<Document xmlns="${NAMESPACE}${kind}.001.${version}">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${open}${fragment(content).end()}</Document>\n`;
}
