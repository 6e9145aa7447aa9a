/**
 * Which cached answers a change of an invoice makes stale: the invoice itself, balances, and lists read in the
 * background (counts, the dashboard). The list of the History page is not among them: its rows never jump.
 */
export function isStaleAfter(queryKey: readonly unknown[], invoiceId: string): boolean {
  const [resource, method, params] = queryKey as [
    unknown,
    unknown,
    { id?: unknown; meta?: { still?: unknown } } | undefined,
  ];
  if (resource === 'balances') return true;
  if (resource !== 'invoices') return false;
  if (method === 'getOne') return params?.id === invoiceId;
  return method === 'getList' && params?.meta?.still !== true;
}
