/** Whether a form that somebody sent is taken. */
export type FormVerdict = 'taken' | 'trap' | 'too_soon' | 'too_old';

/** How a form came. */
export interface SentForm {
  readonly ageMs: number;
  readonly isProven: boolean;
  /** A field that people do not see was filled in. */
  readonly isTrapped: boolean;
}

/** Nobody reads and fills a form faster; without a script, which also proves work, a little longer. */
export const MIN_AGE_MS = { proven: 2_000, plain: 5_000 } as const;
const MAX_AGE_MS = 24 * 3_600_000;

/** Judges a form by what programs do and people do not. */
export function judgeForm({ ageMs, isProven, isTrapped }: SentForm): FormVerdict {
  if (isTrapped) return 'trap';
  if (ageMs > MAX_AGE_MS) return 'too_old';
  return ageMs < (isProven ? MIN_AGE_MS.proven : MIN_AGE_MS.plain) ? 'too_soon' : 'taken';
}

/** The answer to a refused message; programs that fell into the trap get the usual answer. */
export const FORM_WORDS = {
  too_soon: 'This was faster than people write. Wait a few seconds and send it again.',
  too_old: 'This page was open for too long. Check what you wrote and send it again.',
  unknown: 'This page was not loaded from here. Check what you wrote and send it again.',
} as const;

/** The product updates that a subscriber agrees to: kept with the subscription as proof. */
export const NEWSLETTER_CONSENT = 'Email me product updates, about once a month. I can stop them at any time.';
