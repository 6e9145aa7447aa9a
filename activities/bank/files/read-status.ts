import type { RecallAnswer, ReportedPayment, ReportedStatus, StatusReport } from '../../../domain/bank/messages.ts';
import { BankFileError } from './bank-file-error.ts';
import { child, children, given, parseXml, requiredText, textAt, type XmlNode } from './node.ts';

/** Reads a validated pain.002. @throws BankFileError */
export function readStatusReport(document: string): StatusReport {
  const report = child(parseXml(document), 'Document', 'CstmrPmtStsRpt');
  const group = child(report, 'OrgnlGrpInfAndSts');
  const message = requiredText(group, 'OrgnlMsgNmId');
  if (!message.startsWith('pain.001')) throw new BankFileError(`The report is about a ${message}, not about payments.`);
  const code = textAt(group, 'GrpSts');
  return {
    messageId: requiredText(report, 'GrpHdr', 'MsgId'),
    originalMessageId: requiredText(group, 'OrgnlMsgId'),
    group: code === null ? null : { code, ...reasonOf(group) },
    parts: children(report, 'OrgnlPmtInfAndSts').map((part) => {
      const status = textAt(part, 'PmtInfSts');
      return {
        paymentInformationId: requiredText(part, 'OrgnlPmtInfId'),
        status: status === null ? null : { code: status, ...reasonOf(part) },
        payments: children(part, 'TxInfAndSts').flatMap(paymentOf),
      };
    }),
  };
}

/** Reads a validated camt.029. @throws BankFileError */
export function readRecallAnswer(document: string): RecallAnswer {
  const answer = child(parseXml(document), 'Document', 'RsltnOfInvstgtn');
  const details = children(answer, 'CxlDtls');
  const transactions = details.flatMap((each) => [
    ...children(each, 'TxInfAndSts'),
    ...children(each, 'OrgnlPmtInfAndSts').flatMap((part) => children(part, 'TxInfAndSts')),
  ]);
  return {
    messageId: requiredText(answer, 'Assgnmt', 'Id'),
    payments: transactions.map((transaction) => ({
      endToEndId: requiredText(transaction, 'OrgnlEndToEndId'),
      outcome: OUTCOMES[requiredText(transaction, 'TxCxlSts')] ?? 'pending',
      ...reasonOf(transaction, 'CxlStsRsnInf'),
    })),
  };
}

const OUTCOMES: Readonly<Record<string, 'canceled' | 'refused'>> = { ACCR: 'canceled', RJCR: 'refused' };

/** Only with an ID of ours can a status be about a payment of ours; some banks give back the instruction's alone. */
function paymentOf(transaction: XmlNode): ReportedPayment[] {
  const endToEndId = given(textAt(transaction, 'OrgnlEndToEndId'));
  const instructionId = given(textAt(transaction, 'OrgnlInstrId'));
  const code = textAt(transaction, 'TxSts');
  if ((endToEndId === null && instructionId === null) || code === null) return [];
  const reason = reasonOf(transaction);
  const creditor = child(transaction, 'OrgnlTxRef', 'Cdtr');
  const named = textAt(creditor, 'Pty', 'Nm') ?? textAt(creditor, 'Nm');
  // Banks say the account holder's name in either place.
  const payeeName = named ?? (code === 'RVMC' ? reason.words : null);
  const bankReference = given(textAt(transaction, 'AcctSvcrRef'));
  return [{ endToEndId, instructionId, code, ...reason, payeeName, bankReference }];
}

function reasonOf(node: XmlNode | undefined, element = 'StsRsnInf'): Omit<ReportedStatus, 'code'> {
  const reasons = children(node, element);
  const code = reasons.map((each) => textAt(each, 'Rsn', 'Cd') ?? textAt(each, 'Rsn', 'Prtry')).find((each) => each);
  const words = reasons.flatMap((each) => children(each, 'AddtlInf')).flatMap((each) => textAt(each) ?? []);
  return { reasonCode: code ?? null, words: words.length === 0 ? null : words.join(' ') };
}
