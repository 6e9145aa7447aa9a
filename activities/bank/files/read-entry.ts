import { findCreditorReference } from '../../../domain/bank/creditor-reference.ts';
import type { StatementEntry, WithinEntry } from '../../../domain/bank/messages.ts';
import { findEndToEndId } from '../../../domain/bank/own-ids.ts';
import { BankFileError } from './bank-file-error.ts';
import { type AmountOf, isCredit, splitAmount } from './entry-amounts.ts';
import { child, children, dayAt, eurAt, given, textAt, type XmlNode } from './node.ts';

export interface EntryPlace {
  /** Unique among the entries of all files. */
  readonly id: string;
  /** For an entry without a date of its own. */
  readonly statementDay: string | null;
}

/**
 * The movements of an entry: its transactions if they add up to its amount, else the entry as a whole, without what is
 * said of single ones. None of one that is not booked yet, or of a line of 0.00, with which banks say something.
 * @throws BankFileError
 */
export function readEntry(entry: XmlNode, { id, statementDay }: EntryPlace): StatementEntry[] {
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts');
  if (status !== 'BOOK') return [];
  const direction = isCredit(entry);
  if (direction === null) throw new BankFileError('An entry is neither CRDT nor DBIT.');
  const totalMinor = eurAt(entry, 'Amt');
  const day = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt') ?? statementDay;
  if (day === null) throw new BankFileError('An entry has no date.');
  const transactions = children(entry, 'NtryDtls').flatMap((details) => children(details, 'TxDtls'));
  const split = transactions.length === 0 ? null : splitAmount(entry, transactions);
  const details = transactions.length === 1 ? transactions[0] : undefined;
  const whole = { details, minor: totalMinor, isCredit: direction, chargeMinor: 0n };
  const of = { entry, day, isAlone: transactions.length <= 1 };
  const movements = [
    ...(split?.parts ?? [whole]).flatMap((part) => movementsOf(of, part)),
    ...chargeOf(of, split?.chargeMinor ?? 0n),
  ];
  const isDetailed = split !== null || details !== undefined;
  const shared = wholeOf(entry, { entry: id, movements: movements.length, isDetailed });
  return movements.map((movement) => ({ ...movement, within: shared }));
}

interface Context {
  readonly entry: XmlNode;
  readonly day: string;
  /** Details of the entry apply to its only transaction. */
  readonly isAlone: boolean;
}

type Movement = Omit<StatementEntry, 'within'>;
type Part = Omit<AmountOf, 'details'> & { readonly details: XmlNode | undefined };

function wholeOf(entry: XmlNode, more: Pick<WithinEntry, 'entry' | 'movements' | 'isDetailed'>): WithinEntry {
  const batch = child(entry, 'NtryDtls', 'Btch');
  const count = textAt(batch, 'NbOfTxs');
  return {
    ...more,
    amountMinor: eurAt(entry, 'Amt'),
    direction: isCredit(entry) === true ? 'credit' : 'debit',
    reference: given(textAt(entry, 'AcctSvcrRef')),
    transactions: count === null || !/^\d{1,9}$/.test(count) ? null : Number(count),
    paymentInformationId:
      given(textAt(batch, 'PmtInfId')) ?? given(textAt(entry, 'NtryDtls', 'TxDtls', 'Refs', 'PmtInfId')),
  };
}

/** A customer has paid all of it: what the bank took for itself is a movement of its own, as long as it is small. */
function movementsOf(of: Context, part: Part): Movement[] {
  const { minor, chargeMinor, details } = part;
  const isApart = chargeMinor <= MOST_CHARGED_MINOR && (chargeMinor < minor || !part.isCredit);
  if (isApart) {
    const charge = chargeOf(of, chargeMinor, details);
    return minor === 0n ? charge : [movement(of, part), ...charge];
  }
  const netMinor = part.isCredit ? minor - chargeMinor : minor + chargeMinor;
  if (netMinor < 0n) return chargeOf(of, -netMinor, details);
  return netMinor === 0n ? [] : [movement(of, { ...part, minor: netMinor })];
}

/** Beyond EUR 50 it is no fee of a payment. */
const MOST_CHARGED_MINOR = 5_000n;

function chargeOf(of: Context, minor: bigint, details?: XmlNode): Movement[] {
  if (minor === 0n) return [];
  const isBack = minor < 0n;
  return [
    {
      ...plainMovement(of, details),
      amountMinor: isBack ? -minor : minor,
      direction: isBack ? 'credit' : 'debit',
      isCharge: true,
      code: CHARGES,
      ownCode: null,
      isReversal: false,
      endToEndId: null,
      creditorReference: null,
      remittance: '',
      bankWords: 'Charges',
      partyName: null,
      partyIban: null,
      returnCode: null,
      returnWords: null,
    },
  ];
}

const CHARGES = 'PMNT/MDOP/CHRG';

function movement(of: Context, { details, minor, isCredit: comes }: Part): Movement {
  const { entry, isAlone } = of;
  const parties = child(details, 'RltdPties');
  const [who, account] = comes ? ['Dbtr', 'DbtrAcct'] : ['Cdtr', 'CdtrAcct'];
  const lines = textsAt(details, 'RmtInf', 'Ustrd');
  const structured = children(details, 'RmtInf', 'Strd').flatMap((each) => textAt(each, 'CdtrRefInf', 'Ref') ?? []);
  const words = [...textsAt(details, 'AddtlTxInf'), ...(isAlone ? textsAt(entry, 'AddtlNtryInf') : [])];
  const returned = child(details, 'RtrInf');
  const codes = codesOf(entry, details);
  return {
    ...plainMovement(of, details),
    ...codes,
    amountMinor: minor,
    direction: comes ? 'credit' : 'debit',
    isCharge: false,
    isReversal: ['true', '1'].includes(textAt(entry, 'RvslInd') ?? ''),
    endToEndId: endToEndIdOf(child(details, 'Refs'), { code: codes.code, texts: [...lines, ...words] }),
    creditorReference:
      firstOf(structured.map((each) => findCreditorReference([each]))) ??
      findCreditorReference(lines) ??
      findCreditorReference(words),
    remittance: lines.join(' '),
    bankWords: words.length === 0 ? null : words.join(' '),
    partyName: textAt(parties, who, 'Pty', 'Nm') ?? textAt(parties, who, 'Nm'),
    partyIban: ibanOf(child(parties, account, 'Id')),
    returnCode: textAt(returned, 'Rsn', 'Cd') ?? textAt(returned, 'Rsn', 'Prtry'),
    returnWords: textsAt(returned, 'AddtlInf').join(' ') || null,
  };
}

/** The collector of a direct debit writes its texts, so there only the bank's own field counts. */
function endToEndIdOf(
  refs: XmlNode | undefined,
  { code, texts }: { readonly code: string; readonly texts: readonly string[] },
): string | null {
  const said = given(textAt(refs, 'EndToEndId'));
  if (said !== null || /\/[IR]DDT\//.test(code)) return said;
  return findEndToEndId([textAt(refs, 'InstrId') ?? '', ...texts]);
}

function plainMovement({ entry, day }: Context, details: XmlNode | undefined) {
  return {
    day,
    valueDay: dayAt(entry, 'ValDt'),
    bankReference: given(textAt(details, 'Refs', 'AcctSvcrRef')) ?? given(textAt(entry, 'AcctSvcrRef')),
  };
}

/** Some banks give only codes of their own: those of charges are read, by their SWIFT and German numbers. */
function codesOf(entry: XmlNode, details: XmlNode | undefined): Pick<StatementEntry, 'code' | 'ownCode'> {
  const ownCode = textAt(details, 'BkTxCd', 'Prtry', 'Cd') ?? textAt(entry, 'BkTxCd', 'Prtry', 'Cd');
  const domain = child(details, 'BkTxCd', 'Domn') ?? child(entry, 'BkTxCd', 'Domn');
  if (domain === undefined && ownCode !== null && OWN_CHARGES.test(ownCode)) {
    return { code: CHARGES, ownCode };
  }
  const code = [textAt(domain, 'Cd'), textAt(domain, 'Fmly', 'Cd'), textAt(domain, 'Fmly', 'SubFmlyCd')].join('/');
  return { code, ownCode };
}

const OWN_CHARGES = /^[NS]?CHG\b|^[NSF]?[A-Z]{3}\+80[68](?:\+|$)/;

/** The account of the other side, where it is one that can be paid. */
function ibanOf(id: XmlNode | undefined): string | null {
  const text = textAt(id, 'IBAN') ?? textAt(id, 'Othr', 'Id');
  const compact = text?.replaceAll(/\s/g, '').toUpperCase() ?? '';
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact) ? compact : null;
}

function textsAt(node: XmlNode | undefined, ...path: readonly string[]): string[] {
  return children(node, ...path).flatMap((each) => textAt(each) ?? []);
}

function firstOf<T>(all: readonly (T | null)[]): T | null {
  return all.find((each) => each !== null) ?? null;
}
