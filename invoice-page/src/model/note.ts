import type { IconName, Tone } from './screen.ts';

/** A few words that must not be overlooked. */
export interface Note {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly strong?: string;
  readonly text: string;
}
