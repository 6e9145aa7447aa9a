import { useGetList } from 'react-admin';
import type { SpaInvoiceRow } from '../../contract/spa-invoices.ts';
import { useSettled } from '../components/use-settled.ts';

const FEWEST_LETTERS = 2;

/** The first invoices that match the input, searched after a short pause. */
export function useInvoiceSearch(typed: string): { invoices: SpaInvoiceRow[]; searching: boolean } {
  const wanted = typed.trim();
  const search = useSettled(wanted);
  const enabled = search.length >= FEWEST_LETTERS;
  const { data, isFetching } = useGetList<SpaInvoiceRow>(
    'invoices',
    { pagination: { page: 1, perPage: 5 }, sort: { field: 'created_at', order: 'DESC' }, filter: { search } },
    { enabled },
  );
  const searching = wanted.length >= FEWEST_LETTERS && (isFetching || wanted !== search);
  return { invoices: enabled && wanted !== '' ? (data ?? []) : [], searching };
}
