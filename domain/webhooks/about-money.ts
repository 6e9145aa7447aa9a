/** Events of invoices that nobody has paid. A shop that creates thousands of them must hear of a paid one at once. */
const UNPAID: ReadonlySet<string> = new Set(['invoice.new', 'invoice.pending', 'invoice.expired', 'invoice.canceled']);

/** Whether an event says that money came, moves or left: its webhook goes before those of unpaid invoices. */
export function isAboutMoney(type: string): boolean {
  return !UNPAID.has(type);
}
