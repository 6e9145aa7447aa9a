import { fragment } from 'xmlbuilder2';
import { MESSAGE_VERSIONS, NAMESPACE } from '../../activities/bank/files/versions.ts';
import type { BankFileKind } from '../../domain/bank/messages.ts';

/** The account that the simulator keeps. */
export interface SimulatedAccount {
  readonly iban: string;
  readonly bic: string;
  readonly owner: string;
}

/** A movement on the simulated account. */
export interface Movement {
  readonly reference: string;
  readonly direction: 'credit' | 'debit';
  /** Cents, as text: the state of the simulator is JSON. */
  readonly minor: string;
  readonly day: string;
  readonly code: readonly [domain: string, family: string, subFamily: string];
  readonly endToEndId?: string | undefined;
  readonly creditorReference?: string | undefined;
  readonly remittance?: string | undefined;
  readonly partyName?: string | undefined;
  readonly partyIban?: string | undefined;
  readonly returnCode?: string | undefined;
}

export interface Header {
  readonly messageId: string;
  readonly nowMs: number;
}

export interface SimulatedStatus {
  readonly endToEndId: string;
  readonly code: string;
  readonly reasonCode?: string | undefined;
  readonly payeeName?: string | undefined;
}

interface SimulatedReport extends Header {
  readonly originalMessageId: string;
  readonly groupStatus: string | null;
  readonly groupReason?: string | undefined;
  readonly parts: ReadonlyMap<string, readonly SimulatedStatus[]>;
}

/** The answer to a file of payments (pain.002). */
export function writeReport(report: SimulatedReport, { bic }: SimulatedAccount): string {
  const { originalMessageId, groupStatus, groupReason, parts } = report;
  return documentOf('pain.002', {
    CstmrPmtStsRpt: {
      GrpHdr: { ...headOf(report), DbtrAgt: { FinInstnId: { BICFI: bic } } },
      OrgnlGrpInfAndSts: {
        OrgnlMsgId: originalMessageId,
        OrgnlMsgNmId: MESSAGE_VERSIONS['pain.001'],
        ...(groupStatus === null ? {} : { GrpSts: groupStatus }),
        ...(groupReason === undefined ? {} : { StsRsnInf: { Rsn: { Cd: groupReason } } }),
      },
      OrgnlPmtInfAndSts: [...parts].map(([part, statuses]) => ({
        OrgnlPmtInfId: part,
        TxInfAndSts: statuses.map(({ endToEndId, code, reasonCode, payeeName }) => ({
          OrgnlEndToEndId: endToEndId,
          TxSts: code,
          ...(reasonCode === undefined ? {} : { StsRsnInf: { Rsn: { Cd: reasonCode } } }),
          ...(payeeName === undefined ? {} : { OrgnlTxRef: { Cdtr: { Pty: { Nm: payeeName } } } }),
        })),
      })),
    },
  });
}

interface SimulatedRecallAnswer extends Header {
  readonly outcomes: readonly { readonly endToEndId: string; readonly isCanceled: boolean }[];
}

/** The answer to a recall (camt.029). */
export function writeRecallAnswer({ messageId, nowMs, outcomes }: SimulatedRecallAnswer, account: SimulatedAccount) {
  return documentOf('camt.029', {
    RsltnOfInvstgtn: {
      Assgnmt: {
        Id: messageId,
        Assgnr: { Agt: { FinInstnId: { BICFI: account.bic } } },
        Assgne: { Pty: { Nm: account.owner } },
        CreDtTm: new Date(nowMs).toISOString(),
      },
      Sts: { Conf: outcomes.every(({ isCanceled }) => isCanceled) ? 'CNCL' : 'RJCR' },
      CxlDtls: {
        TxInfAndSts: outcomes.map(({ endToEndId, isCanceled }) => ({
          OrgnlEndToEndId: endToEndId,
          TxCxlSts: isCanceled ? 'ACCR' : 'RJCR',
          CxlStsRsnInf: { Rsn: { Cd: isCanceled ? 'CUST' : 'CUTA' } },
        })),
      },
    },
  });
}

function headOf({ messageId, nowMs }: Header) {
  return { MsgId: messageId, CreDtTm: new Date(nowMs).toISOString() };
}

function documentOf(kind: BankFileKind, content: object): string {
  const open = `<Document xmlns="${NAMESPACE}${MESSAGE_VERSIONS[kind]}">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${open}${fragment(content).end()}</Document>\n`;
}
