/**
 * SQL for the confirmations of a payment or transaction, counted from the follower's tip. Both are aliases: of the row
 * with the block's height, and of `chain_cursor`.
 */
export function confirmationsSql(row: string, cursor: string): string {
  return `CASE WHEN ${row}.block_height IS NULL OR ${cursor}.height IS NULL THEN 0
    ELSE greatest(0, ${cursor}.height - ${row}.block_height + 1) END`;
}
