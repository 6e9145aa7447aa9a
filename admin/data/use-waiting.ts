import { useGetList } from 'react-admin';
import type { SpaMassPayout } from '../../contract/mass-payouts.ts';
import { DECISION_STATUSES } from '../components/invoice-status.ts';
import { useMay } from './use-may.ts';

const NEWEST = { field: 'created_at', order: 'DESC' } as const;
const STALE_MS = 15_000;

/** How many invoices wait for the merchant; 0 while unknown. */
export function useDecisionCount(): number {
  return useCount('invoices', DECISION_STATUSES, useMay('merchant_invoice_viewAny'));
}

/** How many refunds wait for another person's approval; 0 while unknown. */
export function useRefundsToApprove(): number {
  return useCount('refunds', APPROVAL, useMay('merchant_refund_viewAny'));
}

/** How many payouts wait for another person's approval; 0 while unknown. */
export function usePayoutsToApprove(): number {
  return useCount('payouts', APPROVAL, useMay('merchant_payout_viewAny'));
}

/** How many mass payouts have a file to correct, or wait for this person's approval; 0 while unknown. */
export function useMassPayoutsWaiting(): number {
  const enabled = useMay('merchant_massPayout_viewAny');
  const filter = { status: ['not_valid', 'pending'] };
  const { data = [] } = useGetList<SpaMassPayout>(
    'mass-payouts',
    { pagination: { page: 1, perPage: 100 }, sort: NEWEST, filter },
    { staleTime: STALE_MS, enabled },
  );
  return data.filter(({ status, actions }) => status === 'not_valid' || actions.approve).length;
}

/** `new` is requested and not yet approved (docs/states.md). */
const APPROVAL = ['new'] as const;

function useCount(resource: string, status: readonly string[], enabled: boolean): number {
  const { total } = useGetList(
    resource,
    { pagination: { page: 1, perPage: 1 }, sort: NEWEST, filter: { status } },
    { staleTime: STALE_MS, enabled },
  );
  return total ?? 0;
}
