import type { Mode, Network } from '../domain/assets/assets.ts';
import type { CaseSnapshot } from '../domain/compliance/case.ts';
import type { OnboardingWaits } from '../domain/compliance/onboarding-waits.ts';
import type { CardOrderResolution } from '../domain/state/card-order-table.ts';
import type { CardOrderSnapshot, CardOrderWaits } from '../domain/state/card-order-waits.ts';
import type { ClaimSnapshot, ClaimWaits } from '../domain/state/claim-waits.ts';
import type { DepositSnapshot, DepositWaits } from '../domain/state/deposit-waits.ts';
import type { InvoiceSnapshot, InvoiceSubject, InvoiceWaits } from '../domain/state/invoice-snapshot.ts';
import type { MassPayoutSnapshot, MassPayoutSubject } from '../domain/state/mass-payout-snapshot.ts';
import type { MassPayoutWaits } from '../domain/state/mass-payout-waits.ts';
import type { MassSliceSnapshot } from '../domain/state/mass-slice-waits.ts';
import type { PayoutSnapshot, PayoutSubject, PayoutWaits } from '../domain/state/payout-snapshot.ts';
import type { WithdrawalSnapshot, WithdrawalSubject, WithdrawalWaits } from '../domain/state/withdrawal-snapshot.ts';
import type { SuspicionSnapshot } from '../domain/suspicion/suspicion.ts';
import type { SuspicionWaits } from '../domain/suspicion/suspicion-waits.ts';
import type { HedgedAsset } from '../domain/treasury/exchanges.ts';

/** Names and types of everything that is sent to Temporal. Without dependencies, so that any module can import it. */
export const workflowTypes = {
  invoice: 'invoiceWorkflow',
  webhook: 'webhookWorkflow',
  follower: 'followerWorkflow',
  simulator: 'simulatorWorkflow',
  rates: 'ratesWorkflow',
  trialBalance: 'trialBalanceWorkflow',
  recovery: 'recoveryWorkflow',
  onboarding: 'onboardingWorkflow',
  retention: 'retentionWorkflow',
  archive: 'archiveWorkflow',
  dashboardCheck: 'dashboardCheckWorkflow',
  reserves: 'reservesWorkflow',
  partnerSettlement: 'partnerSettlementWorkflow',
  scheduledReports: 'scheduledReportsWorkflow',
  suspiciousOperation: 'suspiciousOperationWorkflow',
  linkedOperations: 'linkedOperationsWorkflow',
  payout: 'payoutWorkflow',
  withdrawal: 'withdrawalWorkflow',
  deposit: 'depositWorkflow',
  claim: 'claimWorkflow',
  cardOrder: 'cardOrderWorkflow',
  massPayout: 'massPayoutWorkflow',
  massSlice: 'massSliceWorkflow',
  automaticPayout: 'automaticPayoutWorkflow',
  sweeper: 'sweeperWorkflow',
  bankWindow: 'bankWindowWorkflow',
  hedger: 'hedgerWorkflow',
  treasury: 'treasuryWorkflow',
  productUpdate: 'productUpdateWorkflow',
  payerTransfer: 'payerTransferWorkflow',
} as const;

/** Workflows that have no end: `temporal/standing-workflows.ts` starts them, and they move to the current build. */
export type PermanentWorkflowType = (typeof workflowTypes)[
  | 'bankWindow'
  | 'follower'
  | 'hedger'
  | 'linkedOperations'
  | 'rates'
  | 'recovery'
  | 'simulator'
  | 'sweeper'
  | 'treasury'
  | 'trialBalance'];

export const taskQueues = {
  core: 'core',
  rates: 'rates',
  webhooks: 'webhooks',
  verification: 'verification',
  /** Calls to the partner that sells coins by card. */
  cardPartner: 'card-partner',
  /** Calls to exchanges. */
  treasury: 'treasury',
  /** Served only by the process that has the private keys. */
  signer: 'signer',
  /** A second queue of that process, so that sweeping deposits for a long time never delays a signature. */
  sweeps: 'signer-sweeps',
  chain: (network: Network) => `chain-${network.toLowerCase()}` as const,
  simulator: 'chain-simulator',
} as const;

export const workflowIds = {
  invoice: (invoiceId: string) => `invoice:${invoiceId}`,
  webhook: (eventId: string) => `webhook:${eventId}`,
  follower: (mode: Mode, network: Network) => `follower:${mode}:${network}`,
  sweeper: (mode: Mode, network: Network) => `sweeper:${mode}:${network}`,
  simulator: 'simulator',
  rates: (mode: Mode) => `rates:${mode}`,
  trialBalance: 'trial-balance',
  bankWindow: (mode: Mode) => `bank-window:${mode}`,
  hedger: (mode: Mode, asset: string) => `hedger:${mode}:${asset}`,
  treasury: (mode: Mode) => `treasury:${mode}`,
  recovery: 'recovery',
  onboarding: (merchantId: string) => `onboarding:${merchantId}`,
  retention: 'retention',
  archive: 'archive',
  dashboardCheck: 'dashboard-check',
  reserves: 'reserves',
  partnerSettlement: 'partner-settlement',
  scheduledReports: 'scheduled-reports',
  suspiciousOperation: (suspensionId: string) => `suspicious-operation:${suspensionId}`,
  linkedOperations: 'linked-operations',
  /** The id of a method's schedule; its runs append their time. */
  automaticPayout: (methodId: string) => `automatic-payout:${methodId}`,
} as const;

/** Search attributes of every workflow, set at start (workflows.md "Operators"). `ExpiresAt` is ISO 8601. */
export interface SearchAttributes {
  readonly MerchantId?: string;
  readonly Status?: string;
  readonly Network?: string;
  readonly Asset?: string;
  readonly TxId?: string;
  readonly ParentId?: string;
  readonly Reason?: string;
  readonly NeedsOperator?: boolean;
  readonly ExpiresAt?: string;
}

/** Payload of the outbox topic `workflow.start`. Starting a running workflow again has no effect. */
export interface WorkflowStart {
  readonly workflowType: string;
  readonly workflowId: string;
  readonly taskQueue: string;
  /** The one versioned input object. */
  readonly input: unknown;
  readonly searchAttributes?: SearchAttributes;
  /** One line for the Web UI. */
  readonly summary?: string;
  /** For the Web UI, as Markdown: the details until the first task sets its own. */
  readonly details?: string;
  /** ISO 8601. The workflow does not run earlier, unless a signal or an operator wakes it. */
  readonly notBefore?: string;
  /** True if a workflow of this id that has ended may be started again; otherwise the id is started only once. */
  readonly restart?: boolean;
}

/** Payload of the outbox topic `workflow.signal`: a signal that starts the workflow if it is not running. */
export interface WorkflowSignal extends WorkflowStart {
  readonly signalName: string;
  readonly signalArgs: readonly unknown[];
}

/** The input of every process. The snapshot of its row is called `watch` in all recorded histories. */
export interface ProcessInput<Snapshot extends { readonly version: number } = { readonly version: number }> {
  /** Runs of version 1 came before the baseline. */
  readonly version: 2;
  readonly watch: Snapshot;
  /** The state of an earlier run. */
  readonly carried?: Carried;
}

/**
 * The state that a run hands to the next one: its clocks, its count of tries, its notes, and the events it has seen.
 */
export interface Carried {
  readonly sinceMs: number;
  readonly tries: number;
  readonly triedAtMs: number;
  readonly notes: object;
  readonly seen: readonly string[];
}

/**
 * A signal that the row has changed. Deduplicated by `eventId`; older versions than the known one are ignored. Without
 * a snapshot, or with `again`, an obstacle is gone although the row is the same.
 */
export interface ProcessNews<Snapshot = ProcessInput['watch']> {
  readonly eventId: string;
  readonly watch?: Snapshot;
  readonly again?: boolean;
}

/** The answer to a process's query: what it waits for, its snapshot, and how often it tried. */
export interface ProcessReport<Snapshot = ProcessInput['watch']> {
  readonly words: string;
  readonly watch: Snapshot;
  readonly tries: number;
}

export interface InvoiceInput extends InvoiceSubject, ProcessInput<InvoiceSnapshot> {
  readonly waits?: Partial<InvoiceWaits>;
}

export const invoiceChangedSignal = 'invoiceChanged';

/** The outcomes with which an operator resolves an invoice in error (invoice-states L). */
export const INVOICE_OUTCOMES = ['earlier', 'invalid', 'done'] as const;
export type InvoiceOutcome = (typeof INVOICE_OUTCOMES)[number];

/** Input of `rates:<mode>`. */
export interface RatesInput {
  readonly version: 1;
  readonly mode: Mode;
}

/** Input of `hedger:<mode>:<asset>`. */
export interface HedgerInput {
  readonly version: 1;
  readonly mode: Mode;
  readonly asset: HedgedAsset;
}

/** Input of `treasury:<mode>`. */
export interface TreasuryInput {
  readonly version: 1;
  readonly mode: Mode;
}

/** Input of `recovery`. */
export interface RecoveryWorkflowInput {
  readonly version: 1;
}

/** Input of `bank-window:<mode>`. */
export interface BankWindowInput {
  readonly version: 1;
  readonly mode: Mode;
}

/** Input of `trial-balance`. */
export interface TrialBalanceInput {
  readonly version: 1;
}

/** Input of `webhook:<event id>`, which continues a delivery whose first attempt did not succeed. */
export interface WebhookInput {
  readonly version: 1;
  readonly eventId: string;
  /** `invoice.done`, for the Web UI. */
  readonly type: string;
  /** The receiver's host, for the Web UI. */
  readonly host: string;
  /** True if no attempt was made yet: the first one follows without a pause. */
  readonly attemptAtOnce: boolean;
  /** The pause in seconds before each attempt; by default growing pauses over three days. */
  readonly pausesSeconds?: readonly number[];
}

/** Input of `onboarding:<merchant id>`. */
export interface OnboardingInput extends ProcessInput<CaseSnapshot> {
  readonly caseId: string;
  readonly merchantId: string;
  readonly waits?: Partial<OnboardingWaits>;
}

export const onboardingChangedSignal = 'onboardingChanged';

/** Input of the runs of the schedule `archive`. */
export interface ArchiveInput {
  readonly version: 1;
}

/** Input of the runs of the schedule `dashboard-check`. */
export interface DashboardCheckInput {
  readonly version: 1;
}

/** Input of the runs of the schedule `reserves`. */
export interface ReservesInput {
  readonly version: 1;
}

/** Input of the runs of the schedule `partner-settlement`. */
export interface PartnerSettlementInput {
  readonly version: 1;
}

/** Input of the runs of the schedule `scheduled-reports`. */
export interface ScheduledReportsInput {
  readonly version: 1;
}

/** Input of `product-update:<id>`: `after` and `queued` are what an earlier run has reached. */
export interface ProductUpdateInput {
  readonly version: 1;
  readonly updateId: string;
  readonly after?: string;
  readonly queued?: number;
  /** Between batches; by default a minute. */
  readonly pauseSeconds?: number;
}

/** Input of `payer-transfer:<mode>:<txid>`: a transaction that a payer has signed, as the node takes it. */
export interface PayerTransferInput {
  readonly version: 1;
  readonly mode: Mode;
  readonly raw: string;
}

/** Input of the runs of the schedule `retention`. */
export interface RetentionInput {
  readonly version: 1;
}

/** Input of `suspicious-operation:<id>`. Times are ISO 8601. */
export interface SuspicionInput extends ProcessInput<SuspicionSnapshot> {
  readonly suspensionId: string;
  readonly merchantId: string;
  /** For the Web UI. */
  readonly label: string;
  readonly suspendedAt: string;
  readonly dueAt: string;
  readonly remindAt: readonly string[];
  readonly waits?: Partial<SuspicionWaits>;
  /** The state of an earlier run before `carried` existed: reminders sent in this status, and when the last one was. */
  readonly given?: number;
  readonly lastAt?: string;
}

export const suspicionChangedSignal = 'suspicionChanged';

/** Input of `linked-operations`. */
export interface LinkedOperationsInput {
  readonly version: 1;
  /** The pause between checks; by default ten minutes. */
  readonly pauseSeconds?: number;
}

/** Input of `payout:<id>`, `refund:<id>` and, in coins, `withdrawal:<id>`. */
export interface PayoutInput extends PayoutSubject, ProcessInput<PayoutSnapshot> {
  readonly waits?: Partial<PayoutWaits>;
}

export const payoutChangedSignal = 'payoutChanged';
export const payoutQuery = 'payout';

/** The outcomes with which an operator who has checked the chain resolves a payout. */
export const PAYOUT_OUTCOMES = ['paid', 'unpaid'] as const;
export type PayoutOutcome = (typeof PAYOUT_OUTCOMES)[number];

/** Input of `deposit:<network>:<txid>:<output>`, by its first payment. */
export interface DepositInput extends ProcessInput<DepositSnapshot> {
  readonly depositId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly waits?: Partial<DepositWaits>;
}

export const depositChangedSignal = 'depositChanged';
export const depositQuery = 'deposit';

/** The outcomes with which an operator resolves a deposit that was reorganized. */
export const DEPOSIT_OUTCOMES = ['lost'] as const;
export type DepositOutcome = (typeof DEPOSIT_OUTCOMES)[number];

/** Input of `claim:<id>`. */
export interface ClaimInput extends ProcessInput<ClaimSnapshot> {
  readonly claimId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly network: Network;
  readonly waits?: Partial<ClaimWaits>;
}

export const claimChangedSignal = 'claimChanged';
export const claimQuery = 'claim';

/** The outcomes with which an operator resolves a claim whose payment was reorganized after it was paid back. */
export const CLAIM_OUTCOMES = ['lost'] as const;
export type ClaimOutcome = (typeof CLAIM_OUTCOMES)[number];

/** Input of `card-order:<id>`. */
export interface CardOrderInput extends ProcessInput<CardOrderSnapshot> {
  readonly cardOrderId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly network: Network;
  readonly waits?: Partial<CardOrderWaits>;
}

export const cardOrderChangedSignal = 'cardOrderChanged';
export const cardOrderQuery = 'cardOrder';

/** The outcomes with which an operator who has asked the partner and the chain resolves a purchase by card. */
export const CARD_ORDER_OUTCOMES = [
  'delivered',
  'refunded',
  'failed',
] as const satisfies readonly CardOrderResolution[];
export type CardOrderOutcome = (typeof CARD_ORDER_OUTCOMES)[number];

/** Input of `withdrawal:<id>` to a bank account; one in coins is a payout. */
export interface WithdrawalInput extends WithdrawalSubject, ProcessInput<WithdrawalSnapshot> {
  readonly waits?: Partial<WithdrawalWaits>;
}

export const withdrawalChangedSignal = 'withdrawalChanged';

/** Input of the runs of the schedule `automatic-payout:<method id>`. */
export interface AutomaticPayoutInput {
  readonly version: 1;
  readonly methodId: string;
}

/** Input of `mass-payout:<id>`. */
export interface MassPayoutInput extends MassPayoutSubject, ProcessInput<MassPayoutSnapshot> {
  readonly waits?: Partial<MassPayoutWaits>;
}

export const massPayoutChangedSignal = 'massPayoutChanged';

/** Input of `mass-payout:<id>:<slice>`: lines that one transaction pays. Only later runs have a snapshot. */
export interface MassSliceInput extends MassPayoutSubject, Partial<ProcessInput<MassSliceSnapshot>> {
  readonly version: 2;
  readonly slice: number;
  readonly network: Network;
  readonly waits?: Pick<PayoutWaits, 'signingMs'>;
}

/** Tells a slice that an obstacle is gone. */
export const massSliceNudgedSignal = 'massSliceNudged';
