import type { IconName, Tone } from './screen.ts';

/** A few words that must not be overlooked. */
export interface Note {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly strong?: string;
  readonly text: string;
  /** What the payer can do about it, on a page of ours. */
  readonly action?: { readonly label: string; readonly href: string };
}
