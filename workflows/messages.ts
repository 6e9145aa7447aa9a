import type { Mode, Network } from '../domain/assets.ts';
import type { CaseSnapshot } from '../domain/compliance/case.ts';
import type { OnboardingWaits } from '../domain/compliance/onboarding-waits.ts';
import type { InvoiceSnapshot, InvoiceSubject, InvoiceWaits } from '../domain/state/invoice-snapshot.ts';
import type { MassPayoutSnapshot, MassPayoutSubject } from '../domain/state/mass-payout-snapshot.ts';
import type { MassPayoutWaits } from '../domain/state/mass-payout-waits.ts';
import type { MassSliceSnapshot } from '../domain/state/mass-slice-waits.ts';
import type { PayoutSnapshot, PayoutSubject, PayoutWaits } from '../domain/state/payout-snapshot.ts';
import type { SuspicionSnapshot } from '../domain/suspicion/suspicion.ts';
import type { SuspicionWaits } from '../domain/suspicion/suspicion-waits.ts';

/** Names and shapes of everything that crosses into Temporal. Only types and plain values: importable from anywhere. */
export const workflowTypes = {
  invoice: 'invoiceWorkflow',
  webhook: 'webhookWorkflow',
  follower: 'followerWorkflow',
  simulator: 'simulatorWorkflow',
  rates: 'ratesWorkflow',
  trialBalance: 'trialBalanceWorkflow',
  onboarding: 'onboardingWorkflow',
  retention: 'retentionWorkflow',
  suspiciousOperation: 'suspiciousOperationWorkflow',
  linkedOperations: 'linkedOperationsWorkflow',
  payout: 'payoutWorkflow',
  massPayout: 'massPayoutWorkflow',
  massSlice: 'massSliceWorkflow',
  automaticPayout: 'automaticPayoutWorkflow',
  sweeper: 'sweeperWorkflow',
} as const;

export const taskQueues = {
  core: 'core',
  rates: 'rates',
  webhooks: 'webhooks',
  verification: 'verification',
  /** Served by the one process that holds the private keys. */
  signer: 'signer',
  /**
   * Served by the same process, apart, so that whatever gathers coins for a long time never keeps a payout from being
   * signed.
   */
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
  onboarding: (merchantId: string) => `onboarding:${merchantId}`,
  retention: 'retention',
  suspiciousOperation: (suspensionId: string) => `suspicious-operation:${suspensionId}`,
  linkedOperations: 'linked-operations',
  /** Of a method's schedule; its runs carry the time behind it. */
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

/** Payload of the outbox topic `workflow.start`: started once per id, a second start of a running one is nothing. */
export interface WorkflowStart {
  readonly workflowType: string;
  readonly workflowId: string;
  readonly taskQueue: string;
  /** The one versioned input object. */
  readonly input: unknown;
  readonly searchAttributes?: SearchAttributes;
  /** One line for the Web UI. */
  readonly summary?: string;
  /** For the Web UI, as Markdown: what it does until its first task says so itself. */
  readonly details?: string;
  /** ISO 8601. Nothing of it runs before, unless a signal or an operator wakes it. */
  readonly notBefore?: string;
  /** True: a workflow of this id that has ended is run anew. Else the id is started once for good. */
  readonly restart?: boolean;
}

/** Payload of the outbox topic `workflow.signal`: a signal that starts the workflow when none runs. */
export interface WorkflowSignal extends WorkflowStart {
  readonly signalName: string;
  readonly signalArgs: readonly unknown[];
}

/** What every process is started with: what is known of its row, at one version of it. */
export interface ProcessInput<Watch extends { readonly version: number } = { readonly version: number }> {
  /**
   * 1: runs that write each change of status to their search attributes. To be removed one release after the last of
   * them has ended.
   */
  readonly version: 1 | 2;
  readonly watch: Watch;
  /** Of an earlier run. */
  readonly carried?: Carried;
}

/** What a run hands to the next one: its clocks, its count of tries, its notes, and the news it has seen. */
export interface Carried {
  readonly sinceMs: number;
  readonly tries: number;
  readonly triedAtMs: number;
  readonly notes: object;
  readonly seen: readonly string[];
}

/**
 * What a signal tells a process: its row moved on. Deduplicated by `eventId`; an older version than the known one is
 * ignored. Without a watch, or `again`: what stood in the way is gone, although the row is the same.
 */
export interface ProcessNews<Watch = ProcessInput['watch']> {
  readonly eventId: string;
  readonly watch?: Watch;
  readonly again?: boolean;
}

/** What the query of a process answers: what it waits for, in words, what it knows, and how often it tried. */
export interface ProcessReport<Watch = ProcessInput['watch']> {
  readonly words: string;
  readonly watch: Watch;
  readonly tries: number;
}

export interface InvoiceInput extends InvoiceSubject, ProcessInput<InvoiceSnapshot> {
  readonly waits?: Partial<InvoiceWaits>;
}

export const invoiceChangedSignal = 'invoiceChanged';

/** How an operator ends an invoice in error (invoice-states L). */
export const INVOICE_OUTCOMES = ['earlier', 'invalid', 'done'] as const;
export type InvoiceOutcome = (typeof INVOICE_OUTCOMES)[number];

/** Input of `rates:<mode>`: keeps the rates of a mode fresh for as long as the gateway runs. */
export interface RatesInput {
  readonly version: 1;
  readonly mode: Mode;
}

/** Input of `trial-balance`: checks the books for as long as the gateway runs. */
export interface TrialBalanceInput {
  readonly version: 1;
}

/** Input of `webhook:<event id>`: goes on with a delivery that the first attempt did not bring home. */
export interface WebhookInput {
  readonly version: 1;
  readonly eventId: string;
  /** `invoice.done`, for the Web UI. */
  readonly type: string;
  /** The receiver's host, for the Web UI. */
  readonly host: string;
  /** No attempt was made yet: the first one follows without a pause. */
  readonly attemptAtOnce: boolean;
  /** Seconds before each attempt, in order. Default: growing pauses over three days. */
  readonly pausesSeconds?: readonly number[];
}

/** Input of `onboarding:<merchant id>`: a merchant's way to production, and the monitoring after it. */
export interface OnboardingInput extends ProcessInput<CaseSnapshot> {
  readonly caseId: string;
  readonly merchantId: string;
  readonly waits?: Partial<OnboardingWaits>;
}

export const onboardingChangedSignal = 'onboardingChanged';

/** Input of a run of the schedule `retention`: removes what has been kept long enough. */
export interface RetentionInput {
  readonly version: 1;
}

/** Input of `suspicious-operation:<id>`: the clock of an operation that staff suspended. Times are ISO 8601. */
export interface SuspicionInput extends ProcessInput<SuspicionSnapshot> {
  readonly suspensionId: string;
  readonly merchantId: string;
  /** For the Web UI. */
  readonly label: string;
  readonly suspendedAt: string;
  readonly dueAt: string;
  readonly remindAt: readonly string[];
  readonly waits?: Partial<SuspicionWaits>;
  /** Of an earlier run, as it was told before `carried`: reminders given in the status, and when the last one was. */
  readonly given?: number;
  readonly lastAt?: string;
}

export const suspicionChangedSignal = 'suspicionChanged';

/** Input of `linked-operations`. */
export interface LinkedOperationsInput {
  readonly version: 1;
  /** Between looks; default ten minutes. */
  readonly pauseSeconds?: number;
}

/** Input of `payout:<id>` and `refund:<id>`: one payment out of the gateway, from its approval to its confirmations. */
export interface PayoutInput extends PayoutSubject, ProcessInput<PayoutSnapshot> {
  readonly waits?: Partial<PayoutWaits>;
  /** Of an earlier run, as it was told before `carried`. */
  readonly sinceMs?: number;
  readonly tries?: number;
  readonly triedAtMs?: number;
}

export const payoutChangedSignal = 'payoutChanged';
export const payoutQuery = 'payout';

/** How an operator ends a payout that waits for one: by what they know of the chain. */
export const PAYOUT_OUTCOMES = ['paid', 'unpaid'] as const;
export type PayoutOutcome = (typeof PAYOUT_OUTCOMES)[number];

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

/** Input of `mass-payout:<id>:<slice>`: lines that one transaction pays. Its watch is of an earlier run. */
export interface MassSliceInput extends MassPayoutSubject, Partial<ProcessInput<MassSliceSnapshot>> {
  readonly version: 1 | 2;
  readonly slice: number;
  readonly network: Network;
  readonly waits?: Pick<PayoutWaits, 'signingMs'>;
  /**
   * Of an earlier run, as it was told before `carried`: tries in a row that something kept, since when something does,
   * and whether an operator was asked for.
   */
  readonly tries?: number;
  readonly sinceMs?: number | null;
  readonly asked?: boolean;
}

/** What stood in the way of its lines is gone. */
export const massSliceNudgedSignal = 'massSliceNudged';
