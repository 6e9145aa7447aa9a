import { useGetList } from 'react-admin';
import { DECISION_STATUSES } from '../components/invoice-status.ts';

/** How many invoices wait for the merchant; 0 while unknown. */
export function useDecisionCount(): number {
  const { total } = useGetList(
    'invoices',
    {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'created_at', order: 'DESC' },
      filter: { status: DECISION_STATUSES },
    },
    { staleTime: 15_000 },
  );
  return total ?? 0;
}
