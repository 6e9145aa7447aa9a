import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { defineTable, filled, json, type RowOf, time, uuid } from '../core/table.ts';

/** A credit that the simulated bank of the sandbox makes up. */
export interface SimulatedCredit {
  readonly type: 'credit';
  /** EUR cents. */
  readonly minor: string;
  readonly name: string;
  readonly iban?: string;
  /** ISO 11649. */
  readonly reference?: string;
  readonly remittance?: string;
}

const columns = {
  id: uuid(),
  merchantId: uuid(),
  command: json<SimulatedCredit>(),
  createdAt: filled(time()),
};

/** Commands that the worker of the bank has not handed over yet. */
export const simulatedBankCommandsTable = defineTable('simulated_bank_command', columns);
type SimulatedBankCommand = RowOf<typeof columns>;

const MOST_OPEN = 100;

/** Asks the simulated bank of the sandbox for a credit. @throws DomainError `rate_limited` beyond 100 open ones */
export async function requestCredit(tx: Tx, merchantId: string, command: SimulatedCredit): Promise<void> {
  const open = await simulatedBankCommandsTable.count(tx, { merchantId });
  if (open >= MOST_OPEN) throw new DomainError('rate_limited');
  await simulatedBankCommandsTable.create(tx, { id: newId(), merchantId, command });
}

/**
 * Hands open commands over, oldest first, and forgets them. One that is handed over twice, after a crash, has the same
 * ID.
 */
export async function handOverCommands(
  db: Db,
  handOver: (command: SimulatedBankCommand) => Promise<void>,
): Promise<void> {
  const open = await simulatedBankCommandsTable.find(db, {}, { order: [['id', 'ASC']], limit: MOST_OPEN });
  for (const command of open) {
    await handOver(command);
    await simulatedBankCommandsTable.destroy(db, { id: command.id });
  }
}
