/** How far a product update is; it follows from what staff did with it. */
export const UPDATE_STATUSES = ['draft', 'sending', 'sent', 'stopped', 'discarded'] as const;
export type UpdateStatus = (typeof UPDATE_STATUSES)[number];

/** The facts that decide the status of an update. */
export interface UpdateMoments {
  readonly approvedAt: Date | null;
  readonly stoppedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly discardedAt: Date | null;
}

export function updateStatus({ approvedAt, stoppedAt, finishedAt, discardedAt }: UpdateMoments): UpdateStatus {
  if (discardedAt !== null) return 'discarded';
  if (approvedAt === null) return 'draft';
  if (finishedAt !== null) return 'sent';
  return stoppedAt === null ? 'sending' : 'stopped';
}

/** The reason why a person may not approve an update, in words; null if they may. */
export function missingToApprove(
  update: UpdateMoments & { readonly writtenBy: string; readonly testedAt: Date | null },
  staffId: string,
): string | null {
  if (updateStatus(update) !== 'draft') return 'This update is not a draft any more.';
  if (update.writtenBy === staffId) return 'Another person has to approve what you wrote.';
  return update.testedAt === null ? 'Send the present text as a test first.' : null;
}

export const MAX_SUBJECT_LENGTH = 150;
export const MAX_BODY_LENGTH = 10_000;

/** For how long the link that confirms a subscription opens, and an address that did not is kept. */
export const CONFIRM_DAYS = 7;
