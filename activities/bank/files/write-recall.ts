import { fragment } from 'xmlbuilder2';
import { SEPA_MAX_LENGTH, sepaText } from '../../../domain/bank/sepa-text.ts';
import { formatAmount } from '../../../domain/money/money.ts';
import { MESSAGE_VERSIONS, NAMESPACE } from './versions.ts';
import { instructionId, type OwnAccount, paymentInformationId } from './write-payments.ts';

export interface RecallFile {
  readonly messageId: string;
  readonly createdMs: number;
  readonly from: OwnAccount;
  readonly payments: readonly RecalledPayment[];
}

export interface RecalledPayment {
  readonly endToEndId: string;
  /** Which file of the payment is recalled, from 1, and its message ID. */
  readonly file: number;
  readonly orderedIn: string;
  readonly amountMinor: bigint;
  readonly nameConfirmed: boolean;
}

/** A request to cancel payments that are not made yet (camt.055), because we no longer want them. */
export function writeRecall({ messageId, createdMs, from, payments }: RecallFile): Buffer {
  const partOf = ({ orderedIn, nameConfirmed }: RecalledPayment) => paymentInformationId(orderedIn, nameConfirmed);
  const request = {
    Assgnmt: {
      Id: messageId,
      Assgnr: { Pty: { Nm: sepaText(from.name, SEPA_MAX_LENGTH.name) } },
      Assgne: { Agt: { FinInstnId: { BICFI: from.bic } } },
      CreDtTm: new Date(createdMs).toISOString(),
    },
    CtrlData: { NbOfTxs: String(payments.length) },
    Undrlyg: {
      OrgnlPmtInfAndCxl: [...Map.groupBy(payments, partOf)].map(([part, some]) => ({
        OrgnlPmtInfId: part,
        OrgnlGrpInf: { OrgnlMsgId: some[0]?.orderedIn ?? '', OrgnlMsgNmId: MESSAGE_VERSIONS['pain.001'] },
        TxInf: some.map((payment) => ({
          CxlId: `${payment.endToEndId}-C`,
          OrgnlInstrId: instructionId(payment),
          OrgnlEndToEndId: payment.endToEndId,
          OrgnlInstdAmt: { '@Ccy': 'EUR', '#': formatAmount(payment.amountMinor, 2) },
          CxlRsnInf: { Rsn: { Cd: 'CUST' } },
        })),
      })),
    },
  };
  const open = `<Document xmlns="${NAMESPACE}${MESSAGE_VERSIONS['camt.055']}">`;
  const body = fragment({ CstmrPmtCxlReq: request }).end();
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${open}${body}</Document>`);
}
