import { useGetList } from 'react-admin';
import type { SpaInvoiceRow } from '../../contract/spa-invoices.ts';
import { useSettled } from '../components/use-settled.ts';
import { useMay } from '../data/use-may.ts';

const FEWEST_LETTERS = 2;

/** The first invoices that match the input, searched after a short pause. */
export function useInvoiceSearch(typed: string): { invoices: SpaInvoiceRow[]; searching: boolean } {
  const trimmed = typed.trim();
  const search = useSettled(trimmed);
  const may = useMay('merchant_invoice_viewAny');
  const enabled = may && search.length >= FEWEST_LETTERS;
  const { data, isFetching } = useGetList<SpaInvoiceRow>(
    'invoices',
    { pagination: { page: 1, perPage: 5 }, sort: { field: 'created_at', order: 'DESC' }, filter: { search } },
    { enabled },
  );
  const searching = may && trimmed.length >= FEWEST_LETTERS && (isFetching || trimmed !== search);
  return { invoices: enabled && trimmed !== '' ? (data ?? []) : [], searching };
}
