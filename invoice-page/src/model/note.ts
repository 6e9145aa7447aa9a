import type { IconName, Tone } from './screen.ts';

/** A few words that must not be overlooked. */
export interface Note {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly strong?: string;
  readonly text: string;
  /** A link to the page on which the payer can act. */
  readonly action?: { readonly label: string; readonly href: string };
}
