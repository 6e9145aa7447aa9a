import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useListContext } from 'react-admin';
import { t } from '../i18n/translate.ts';
import type { ListFilterField } from './filters.tsx';
import { SavedViews } from './saved-views.tsx';

const Row = styled('search')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  '& > .MuiInputBase-root': { flex: '1 1 100%' },
  [theme.breakpoints.up('sm')]: { '& > .MuiInputBase-root': { flex: '0 1 360px' } },
}));

/** Search and filters, each applied as soon as it is chosen, and the views that were saved. */
export function FilterBar({ filters }: { filters: readonly ListFilterField[] }) {
  const { filterValues, setFilters } = useListContext();
  if (filters.length === 0) return null;
  return (
    <Row aria-label={t('list.filters')}>
      {filters.map(({ field }) => field)}
      {Object.keys(filterValues).length > 0 && (
        <Button variant="text" onClick={() => setFilters({})}>
          {t('action.clear')}
        </Button>
      )}
      <SavedViews />
    </Row>
  );
}
