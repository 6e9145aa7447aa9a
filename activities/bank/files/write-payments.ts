import { fragment } from 'xmlbuilder2';
import { SEPA_MAX_LENGTH, sepaText } from '../../../domain/bank/sepa-text.ts';
import { formatAmount } from '../../../domain/money/money.ts';
import { MESSAGE_VERSIONS, NAMESPACE } from './versions.ts';

/** Our account at the bank. */
export interface OwnAccount {
  readonly name: string;
  readonly iban: string;
  readonly bic: string;
  readonly town: string;
  readonly country: string;
}

export interface PaymentToWrite {
  readonly endToEndId: string;
  /** Which file of the payment this is, from 1. */
  readonly file: number;
  readonly amountMinor: bigint;
  readonly creditorName: string;
  readonly creditorIban: string;
  readonly creditorBic: string | null;
  readonly creditorAddress: {
    readonly town: string;
    readonly country: string;
    readonly street?: string | undefined;
    readonly postCode?: string | undefined;
  };
  readonly remittance: string;
  /** A person has decided to pay although the name differs. */
  readonly nameConfirmed: boolean;
}

export interface PaymentFile {
  readonly messageId: string;
  readonly createdMs: number;
  readonly executionDay: string;
  readonly from: OwnAccount;
  readonly payments: readonly PaymentToWrite[];
}

/** Instructs the bank to pay although the name differs, because the payer confirmed it. Agreed with the bank. */
export const NAME_CONFIRMED = 'NAME CONFIRMED BY PAYER';

/**
 * A file of SEPA credit transfers (pain.001). Addresses are structured; texts are in the characters and lengths of
 * SEPA; each payment is booked by itself, so that statements name it. Payments whose names a person has confirmed are a
 * part of their own.
 */
export function writePayments({ messageId, createdMs, executionDay, from, payments }: PaymentFile): Buffer {
  const parts = [...Map.groupBy(payments, ({ nameConfirmed }) => nameConfirmed)];
  const header = {
    MsgId: messageId,
    CreDtTm: new Date(createdMs).toISOString(),
    ...totals(payments),
    InitgPty: { Nm: nameOf(from.name) },
  };
  return Buffer.from(
    [
      `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="${NAMESPACE}${MESSAGE_VERSIONS['pain.001']}">`,
      `<CstmrCdtTrfInitn>${xmlOf({ GrpHdr: header })}`,
      ...parts.flatMap(([isConfirmed, some]) => [
        `<PmtInf>${xmlOf(partHead(some, { messageId, executionDay, from, isConfirmed }))}`,
        ...inPieces(some).map((piece) => xmlOf({ CdtTrfTxInf: piece.map(creditTransfer) })),
        '</PmtInf>',
      ]),
      '</CstmrCdtTrfInitn></Document>',
    ].join(''),
  );
}

/** The part of a file in which a payment is. */
export function paymentInformationId(messageId: string, isConfirmed: boolean): string {
  return `${messageId}-${isConfirmed ? 2 : 1}`;
}

/** The ID of a payment within one file. */
export function instructionId({ endToEndId, file }: Pick<PaymentToWrite, 'endToEndId' | 'file'>): string {
  return `${endToEndId}-${file}`;
}

type PartHead = Pick<PaymentFile, 'messageId' | 'executionDay' | 'from'> & { readonly isConfirmed: boolean };

function partHead(payments: readonly PaymentToWrite[], { messageId, executionDay, from, isConfirmed }: PartHead) {
  return {
    PmtInfId: paymentInformationId(messageId, isConfirmed),
    PmtMtd: 'TRF',
    BtchBookg: 'false',
    ...totals(payments),
    PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
    ReqdExctnDt: { Dt: executionDay },
    Dbtr: { Nm: nameOf(from.name), PstlAdr: addressOf(from) },
    DbtrAcct: { Id: { IBAN: from.iban } },
    DbtrAgt: { FinInstnId: { BICFI: from.bic } },
    ...(isConfirmed ? { InstrForDbtrAgt: NAME_CONFIRMED } : {}),
    ChrgBr: 'SLEV',
  };
}

function creditTransfer(payment: PaymentToWrite) {
  const { endToEndId, amountMinor, creditorName, creditorIban, creditorBic, creditorAddress } = payment;
  const remittance = sepaText(payment.remittance, SEPA_MAX_LENGTH.remittance);
  return {
    PmtId: { InstrId: instructionId(payment), EndToEndId: endToEndId },
    Amt: { InstdAmt: { '@Ccy': 'EUR', '#': formatAmount(amountMinor, 2) } },
    ...(creditorBic === null ? {} : { CdtrAgt: { FinInstnId: { BICFI: creditorBic } } }),
    Cdtr: { Nm: nameOf(creditorName), PstlAdr: addressOf(creditorAddress) },
    CdtrAcct: { Id: { IBAN: creditorIban } },
    ...(remittance === '' ? {} : { RmtInf: { Ustrd: remittance } }),
  };
}

function addressOf({ street, postCode, town, country }: PaymentToWrite['creditorAddress']): Record<string, string> {
  const lines = {
    StrtNm: sepaText(street ?? '', SEPA_MAX_LENGTH.street),
    PstCd: sepaText(postCode ?? '', SEPA_MAX_LENGTH.postCode),
    TwnNm: sepaText(town, SEPA_MAX_LENGTH.town),
    Ctry: country,
  };
  return Object.fromEntries(Object.entries(lines).filter(([, text]) => text !== ''));
}

function totals(payments: readonly PaymentToWrite[]) {
  const total = payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  return { NbOfTxs: String(payments.length), CtrlSum: formatAmount(total, 2) };
}

function nameOf(name: string): string {
  return sepaText(name, SEPA_MAX_LENGTH.name);
}

function xmlOf(elements: object): string {
  return fragment(elements).end();
}

/** The library is slower the larger a tree is. */
const PIECE = 100;

function inPieces<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / PIECE) }, (_, at) => all.slice(at * PIECE, (at + 1) * PIECE));
}
