import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import { useGetList } from 'react-admin';
import type { PaymentMethod } from '../../contract/payment-methods.ts';
import { FilterButton } from '../components/filter-button.tsx';
import { useMay } from '../data/use-may.ts';
import { t } from '../i18n/translate.ts';
import { type ListFilterField, useFilter } from './filters.tsx';

/** Payouts or withdrawals by one method (spec §7). */
export function methodFilter(operation: PaymentMethod['operation']): ListFilterField {
  return { names: ['method_id'], field: <ByMethod key="method" operation={operation} /> };
}

function ByMethod({ operation }: { operation: PaymentMethod['operation'] }) {
  const { values, change } = useFilter();
  const mayRead = useMay('merchant_paymentMethod_viewAny');
  const { data: methods = [] } = useGetList<PaymentMethod>(
    'payment-methods',
    { filter: { operation }, pagination: { page: 1, perPage: 100 } },
    { enabled: mayRead },
  );
  const chosen = values.method_id;
  if (!chosen && methods.length === 0) return null;
  const name = t('list.filter.method');
  const label = methods.find(({ id }) => id === chosen)?.title ?? name;
  return (
    <FilterButton name={name} label={label} on={chosen !== undefined}>
      {(close) => {
        const choose = (id: string) => {
          change({ method_id: id });
          close();
        };
        return (
          <MenuList autoFocusItem aria-label={name} sx={{ p: 0 }}>
            <MenuItem selected={chosen === undefined} onClick={() => choose('')}>
              {t('list.filter.allMethods')}
            </MenuItem>
            {methods.map(({ id, title }) => (
              <MenuItem key={id} selected={chosen === id} onClick={() => choose(id)}>
                {title}
              </MenuItem>
            ))}
          </MenuList>
        );
      }}
    </FilterButton>
  );
}
