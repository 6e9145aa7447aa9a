import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** The servers that a test run used, and those that it lacked. */
export interface ServerNote {
  readonly name: string;
  /** Where the program came from, absent when it was missing. */
  readonly origin?: string;
  readonly missing?: string;
}

/**
 * Notes a server for the summary of `npm test`, which names the file in `TIDEGATE_TEST_REPORT`; without it nothing is
 * written.
 */
export function noteServer(note: ServerNote): void {
  const file = process.env.TIDEGATE_TEST_REPORT;
  if (file) appendFileSync(file, `${JSON.stringify(note)}\n`);
}

/** The notes of a run, each once. */
export function readNotes(file: string): ServerNote[] {
  if (!existsSync(file)) return [];
  const lines = new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean));
  return [...lines].map((line) => JSON.parse(line) as ServerNote);
}
