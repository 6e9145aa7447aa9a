/** How long a visit by a partner's link counts. */
export const ATTRIBUTION_DAYS = 90;
const ATTRIBUTION_MS = ATTRIBUTION_DAYS * 86_400_000;

/** Servers of one installation may be this far apart. */
const CLOCK_TOLERANCE_MS = 60_000;

/** A visitor's first visit by a link. */
export interface Touch {
  readonly linkId: string;
  /** Brings one merchant at most. */
  readonly visitId: string;
  readonly atMs: number;
}

/** Whether the visit still counts: not older than 90 days, and not of the future. */
export function isCurrentTouch({ atMs }: Pick<Touch, 'atMs'>, nowMs: number): boolean {
  return atMs <= nowMs + CLOCK_TOLERANCE_MS && nowMs - atMs < ATTRIBUTION_MS;
}

/** How somebody who signs up came: by a visit, or by a code that was typed. */
export interface Attribution {
  readonly linkId: string;
  /** Null: by a code. */
  readonly visitId: string | null;
  readonly touchedAtMs: number;
}

/** The letters of codes: none is mistaken for another one. 32⁸ codes make guessing one hopeless. */
export const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const CODE_LENGTH = 8;

/** A code as people type or paste it; undefined if it has not the form of one. */
export function readCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '');
  return CODE.test(code) ? code : undefined;
}

const CODE = new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`);
