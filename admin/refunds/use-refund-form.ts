import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useProvider } from '../data/data-provider.ts';
import type { WantedAmount } from './refund-calls.ts';

/** What can be refunded of an invoice, and what the wanted amount means; read again when balances change. */
export function useRefundForm(invoiceId: string, wanted: WantedAmount) {
  const provider = useProvider();
  return useQuery({
    queryKey: ['balances', 'refund-form', invoiceId, wanted],
    queryFn: () => provider.refundForm(invoiceId, wanted),
    placeholderData: keepPreviousData,
    retry: false,
  });
}
