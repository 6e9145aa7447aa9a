import type { StaffRole } from '../accounts/staff-permissions.ts';

/** A merchant's position on the way to production and after it (spec §1 "Onboarding order"). */
export const CASE_STATUSES = [
  'integrating',
  'business',
  'personal',
  'checking',
  'review',
  'more_requested',
  'approved',
  'production',
  'renewal',
  'rechecking',
  'suspended',
  'declined',
  'expired',
] as const;

export type CaseStatus = (typeof CASE_STATUSES)[number];

/** The six steps a merchant sees. */
export const ONBOARDING_STEPS = ['account', 'integration', 'business', 'personal', 'review', 'production'] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];
export type StepStatus = 'done' | 'skipped' | 'current' | 'waiting' | 'attention' | 'declined' | 'ahead';

/** The party that must act before the case can continue. */
export type Actor = 'merchant' | 'staff' | 'provider' | 'nobody';

export const DOCUMENT_KINDS = [
  'registration',
  'ownership',
  'business_address',
  'licence',
  'source_of_funds',
  'identity',
  'identity_back',
  'person_address',
  'other',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** As records name them, in English like all records. */
export const DOCUMENT_NAMES: Readonly<Record<DocumentKind, string>> = {
  registration: 'Company register extract',
  ownership: 'Proof of ownership',
  business_address: 'Proof of the business address',
  licence: 'Industry license',
  source_of_funds: 'Source of funds',
  identity: 'Passport or identity card',
  identity_back: 'Back of the identity card',
  person_address: 'Proof of home address',
  other: 'Other document',
};

/** Something that the merchant must provide: a document, of the business or of a person. */
export interface DocumentRequest {
  readonly kind: DocumentKind;
  readonly personId: string | null;
  /** Why, in words for the merchant; null where the kind says enough. */
  readonly note: string | null;
}

/** A workflow's snapshot of its case: copied from the row at one version. Times are ISO 8601. */
export interface CaseSnapshot {
  readonly version: number;
  readonly status: CaseStatus;
  readonly reason: string | null;
  readonly since: string;
  readonly actUntil: string | null;
  readonly reminders: number;
  /** The merchant is notified of this status. */
  readonly untold: boolean;
  /** The provider was asked about everything that was handed in. */
  readonly checksAsked: boolean;
  /**
   * The merchant answered while the team keeps the case, so the provider is asked beside its review. Absent unless it
   * is due, and in watches from before this was said.
   */
  readonly checksDue?: boolean;
  /** Approvals of this round, as roles. */
  readonly approvals: readonly StaffRole[];
  readonly nextScreeningAt: string | null;
  /** A list was imported since the names were checked. Absent in snapshots from before this notice existed. */
  readonly screeningRequested?: boolean;
  /** When the first document that has an end runs out. */
  readonly documentsExpireAt: string | null;
  readonly monitoredUntil: string | null;
  /** The relationship has ended, in whatever status: the account is deleted. Absent in snapshots from before. */
  readonly ended?: boolean;
}

/** Decisions of staff: about an application, and about a merchant in production. */
export const VERDICTS = ['approve', 'more', 'refuse', 'suspend', 'restrict', 'lift', 'reverify', 'reopen'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Open restrictions of a merchant in production: no sending of money, or no new invoices. */
export const RESTRICTIONS = ['money_out', 'invoices'] as const;
export type Restriction = (typeof RESTRICTIONS)[number];

/** Messages of merchants to the team. */
export const STATEMENT_KINDS = ['answer', 'appeal', 'owner', 'address', 'activity'] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** Whether the merchant reports a change of the business, which brings its case to the team. */
export function reportsChange(kind: StatementKind): boolean {
  return kind !== 'answer' && kind !== 'appeal';
}

/** Decisions that staff may take about a case in this status. */
export function verdictsIn(status: CaseStatus): readonly Verdict[] {
  switch (status) {
    case 'review':
      return ['approve', 'more', 'refuse'];
    case 'more_requested':
      return ['refuse'];
    case 'production':
      return ['more', 'reverify', 'restrict', 'lift', 'suspend', 'refuse'];
    case 'renewal':
      return ['restrict', 'lift', 'suspend', 'refuse'];
    case 'rechecking':
      return ['approve', 'more', 'restrict', 'lift', 'suspend', 'refuse'];
    case 'suspended':
      return ['approve', 'lift', 'refuse'];
    case 'declined':
      return ['reopen'];
    default:
      return [];
  }
}

/** The party that must act in a status. */
export function actorOf(status: CaseStatus): Actor {
  switch (status) {
    case 'integrating':
    case 'business':
    case 'personal':
    case 'more_requested':
    case 'renewal':
    case 'suspended':
    case 'expired':
      return 'merchant';
    case 'checking':
      return 'provider';
    case 'review':
    case 'rechecking':
      return 'staff';
    case 'approved':
    case 'production':
    case 'declined':
      return 'nobody';
    default:
      return status satisfies never;
  }
}

/** Whether the merchant may work in production (spec §4 "can_production_activate"). */
export function opensProduction(status: CaseStatus): boolean {
  return status === 'production' || status === 'renewal' || status === 'rechecking';
}

export interface StepFacts {
  readonly status: CaseStatus;
  readonly testSkipped: boolean;
  readonly businessSubmitted: boolean;
  readonly personalSubmitted: boolean;
}

/** The six steps with the state of each. */
export function stepsOf(facts: StepFacts): { readonly step: OnboardingStep; readonly status: StepStatus }[] {
  const at = currentStep(facts);
  const place = ONBOARDING_STEPS.indexOf(at);
  return ONBOARDING_STEPS.map((step, index) => {
    if (index > place) return { step, status: 'ahead' };
    if (index === place) return { step, status: currentStatus(facts.status) };
    return { step, status: step === 'integration' && facts.testSkipped ? 'skipped' : 'done' };
  });
}

function currentStep({ status, businessSubmitted, personalSubmitted }: StepFacts): OnboardingStep {
  switch (status) {
    case 'integrating':
      return 'integration';
    case 'business':
      return 'business';
    case 'personal':
      return 'personal';
    case 'expired':
      return personalSubmitted ? 'review' : businessSubmitted ? 'personal' : 'business';
    case 'checking':
    case 'review':
    case 'more_requested':
    case 'declined':
      return 'review';
    case 'approved':
    case 'production':
    case 'renewal':
    case 'rechecking':
    case 'suspended':
      return 'production';
    default:
      return status satisfies never;
  }
}

function currentStatus(status: CaseStatus): StepStatus {
  if (status === 'production' || status === 'rechecking') return 'done';
  if (status === 'declined') return 'declined';
  if (['more_requested', 'renewal', 'suspended', 'expired'].includes(status)) return 'attention';
  return actorOf(status) === 'merchant' ? 'current' : 'waiting';
}
