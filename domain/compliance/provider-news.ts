import { repeatedKey } from '../text/repeated-key.ts';
/** A result of the verification provider as its interface words it. */
export interface ProviderReview {
  readonly reviewStatus?: string;
  readonly reviewResult?: {
    readonly reviewAnswer?: string;
    readonly reviewRejectType?: string;
    readonly rejectLabels?: readonly string[];
    readonly moderationComment?: string;
  };
}

export type ReviewStatus = 'pending' | 'on_hold' | 'green' | 'retry' | 'red';

export interface ReadReview {
  readonly status: ReviewStatus;
  readonly labels: readonly string[];
  readonly comment: string | null;
}

/**
 * The meaning of a result: green and red as answered, a red one that may be tried again as `retry`; on hold and yellow
 * wait for the provider's people; all others are still being checked.
 */
export function readReview({ reviewStatus, reviewResult }: ProviderReview): ReadReview {
  const labels = (reviewResult?.rejectLabels ?? []).filter((label) => typeof label === 'string').slice(0, 20);
  const comment = reviewResult?.moderationComment?.trim().slice(0, 1_000) || null;
  const status = (): ReviewStatus => {
    if (reviewStatus === 'onHold' || reviewResult?.reviewAnswer === 'YELLOW') return 'on_hold';
    if (reviewStatus !== 'completed') return 'pending';
    if (reviewResult?.reviewAnswer === 'GREEN') return 'green';
    if (reviewResult?.reviewAnswer !== 'RED') return 'on_hold';
    return reviewResult.reviewRejectType === 'RETRY' ? 'retry' : 'red';
  };
  return { status: status(), labels, comment };
}

export interface ProviderNews extends ReadReview {
  readonly applicantId: string;
  readonly type: string;
  /** By the provider's clock, Unix milliseconds. */
  readonly saidAtMs: number;
}

/** The news of a webhook's body, whose signature was checked; undefined for what is none. */
export function newsOf(body: string): ProviderNews | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null || repeatedKey(body) !== undefined) return undefined;
  const { applicantId, type, createdAtMs, ...review } = parsed as ProviderReview & Record<string, unknown>;
  if (typeof applicantId !== 'string' || applicantId.length > 100 || typeof type !== 'string') return undefined;
  // "2026-11-21 03:10:00.123", in UTC.
  const saidAtMs = typeof createdAtMs === 'string' ? Date.parse(`${createdAtMs.replace(' ', 'T')}Z`) : Number.NaN;
  if (Number.isNaN(saidAtMs)) return undefined;
  return { applicantId, type: type.slice(0, 100), saidAtMs, ...readReview(review) };
}

/** The provider's way to write a time. */
export function providerTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 23).replace('T', ' ');
}
