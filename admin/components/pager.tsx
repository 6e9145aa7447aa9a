import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import Pagination from '@mui/material/Pagination';
import PaginationItem from '@mui/material/PaginationItem';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { CardFoot } from './card.tsx';
import { SelectArrow } from './select-arrow.tsx';

export const PAGE_SIZES = [10, 15, 25, 50, 100] as const;

const Size = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  fontSize: 13,
  color: theme.palette.text.secondary,
  [theme.breakpoints.down('sm')]: { display: 'none' },
  '& .MuiOutlinedInput-root': { minHeight: 28, fontSize: 13 },
  '& .MuiNativeSelect-select': { padding: '4px 28px 4px 8px' },
}));
const Range = styled('span')(({ theme }) => ({
  fontSize: 13,
  color: theme.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));
const Pages = styled(Pagination)(({ theme }) => ({
  marginLeft: 'auto',
  '& ul': { gap: 2, flexWrap: 'nowrap' },
  [theme.breakpoints.down('sm')]: { '& [data-far=true]': { display: 'none' } },
}));

export interface PagerProps {
  page: number;
  perPage: number;
  total: number;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
}

/** Which rows of how many, the size of a page, and the pages. */
export function Pager({ page, perPage, total, onPage, onPerPage }: PagerProps) {
  const label = useId();
  const count = Math.max(1, Math.ceil(total / perPage));
  const from = Math.min(total, (page - 1) * perPage + 1);
  return (
    <CardFoot>
      <Size>
        <span id={label}>{t('list.perPage')}</span>
        <NativeSelect
          value={perPage}
          onChange={(event) => onPerPage(Number(event.target.value))}
          IconComponent={SelectArrow}
          input={<OutlinedInput />}
          inputProps={{ 'aria-labelledby': label }}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </NativeSelect>
      </Size>
      <Range>{t('list.range', { from, to: Math.min(total, page * perPage), total })}</Range>
      {count > 1 && (
        <Pages
          page={page}
          count={count}
          siblingCount={0}
          boundaryCount={1}
          onChange={(_, next) => onPage(next)}
          aria-label={t('list.pages')}
          getItemAriaLabel={(type, number) => itemLabel(type, number)}
          renderItem={(item) => <PaginationItem {...item} slots={{ previous: PreviousIcon, next: NextIcon }} />}
        />
      )}
    </CardFoot>
  );
}

function itemLabel(type: string, page: number | null): string {
  if (type === 'next') return t('list.next');
  if (type === 'previous') return t('list.previous');
  return t('list.page', { page: page ?? 1 });
}

const PreviousIcon = () => <Icon name="chevronLeft" size={16} />;
const NextIcon = () => <Icon name="chevronRight" size={16} />;
