/** The merchant's text on the bank statement: enough of the ID to find the withdrawal by its search. */
export function remittanceOf(withdrawalId: string): string {
  return `Withdrawal ${withdrawalId}`;
}
