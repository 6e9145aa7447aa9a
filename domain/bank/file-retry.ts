/** A delivery takes seconds: whether one that takes longer reached the bank, only the bank knows. */
export const DELIVERY_WITHIN_MS = 600_000;

export interface RetriedFile {
  readonly direction: 'in' | 'out';
  readonly state: string;
  readonly createdAtMs: number;
}

/**
 * Whether staff can tear up a file of ours: it is written and did not leave. A recall is left alone, because it only
 * takes payments back.
 */
export function canTearUp({
  direction,
  state,
  kind,
}: Omit<RetriedFile, 'createdAtMs'> & { readonly kind: string | null }) {
  return direction === 'out' && state === 'written' && kind === 'pain.001';
}

/**
 * The actions of staff on a file: a refused one of the bank is read again, one of ours whose outcome is unknown is sent
 * again. Not while its delivery may still be under way, because it would then be sent twice at once.
 */
export function retryOf({ direction, state, createdAtMs }: RetriedFile, nowMs: number): 'read' | 'send' | null {
  if (direction === 'in') return state === 'refused' ? 'read' : null;
  return state === 'sending' && nowMs - createdAtMs > DELIVERY_WITHIN_MS ? 'send' : null;
}
