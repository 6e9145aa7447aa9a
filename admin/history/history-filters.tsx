import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { GateId } from '../../domain/assets.ts';
import { SearchField } from '../components/search-field.tsx';
import { t } from '../i18n/translate.ts';
import { AssetFilter } from './asset-filter.tsx';
import { DateFilter } from './date-filter.tsx';
import { type EventKind, type HistoryFilter, isFiltered } from './history-filter.ts';
import { StatusFilter, type StatusFilterProps } from './status-filter.tsx';

const Row = styled('search')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  '& > .MuiInputBase-root': { flex: '1 1 100%' },
  [theme.breakpoints.up('sm')]: { '& > .MuiInputBase-root': { flex: '0 1 360px' } },
}));

export interface HistoryFiltersProps<Status extends string> {
  filter: HistoryFilter<Status>;
  onFilter: (filter: HistoryFilter<Status>) => void;
  /** What the list can be narrowed by besides statuses; all of it unless said. */
  narrows?: readonly ('search' | 'date' | 'asset')[];
  /** A list of certain statuses does not offer them again. */
  statuses?: Pick<StatusFilterProps<Status>, 'all' | 'wordOf'>;
  /** What the events of a list are about. */
  kinds?: Pick<StatusFilterProps<EventKind>, 'all' | 'wordOf'>;
  /** What the search field is called, and what one may type into it. */
  searchLabel: string;
  searchHint: string;
}

/** Search and filters of a list of money; each is applied as soon as it is chosen. */
export function HistoryFilters<Status extends string>(props: HistoryFiltersProps<Status>) {
  const { filter, onFilter, statuses, kinds, searchLabel, searchHint, narrows = ['search', 'date', 'asset'] } = props;
  return (
    <Row aria-label={t('list.filters')}>
      {narrows.includes('search') && (
        <SearchField
          value={filter.search ?? ''}
          label={searchLabel}
          hint={searchHint}
          onSearch={(search) => onFilter({ ...filter, search })}
        />
      )}
      {narrows.includes('date') && (
        <DateFilter range={filter} onRange={(range) => onFilter({ ...filter, date_from: '', date_to: '', ...range })} />
      )}
      {statuses && (
        <StatusFilter
          {...statuses}
          name={t('history.filter.status')}
          chosen={filter.status ?? []}
          onChosen={(status) => onFilter({ ...filter, status })}
        />
      )}
      {kinds && (
        <StatusFilter
          {...kinds}
          name={t('history.filter.kind')}
          chosen={filter.kinds ?? []}
          onChosen={(chosen) => onFilter({ ...filter, kinds: chosen })}
        />
      )}
      {narrows.includes('asset') && (
        <AssetFilter chosen={filter.gate_id} onChosen={(gate_id) => onFilter(withGate(filter, gate_id))} />
      )}
      {isFiltered(filter) && (
        <Button variant="text" onClick={() => onFilter({})}>
          {t('action.clear')}
        </Button>
      )}
    </Row>
  );
}

function withGate<Status extends string>(
  { gate_id: _, ...others }: HistoryFilter<Status>,
  gate_id: GateId | undefined,
): HistoryFilter<Status> {
  return gate_id ? { ...others, gate_id } : others;
}
