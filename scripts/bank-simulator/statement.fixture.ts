import { type SimulatedStatement, writeStatementFiles } from './account-messages.ts';
import { DIALECTS } from './dialects.ts';
import type { SimulatedAccount } from './messages.ts';

/** A statement (camt.053) in one file, as the simulated bank writes it unless it plays another. */
export function writeStatement(statement: SimulatedStatement, account: SimulatedAccount): string {
  return writeStatementFiles(statement, account, DIALECTS.standard)[0] ?? '';
}
