import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { CardFoot } from './card.tsx';

const Pages = styled('nav')({ display: 'flex', gap: 4, marginLeft: 'auto' });
const Range = styled('span')(({ theme }) => ({
  fontSize: 13,
  color: theme.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));

export interface TurnProps {
  page: number;
  perPage: number;
  total: number;
  onPage: (page: number) => void;
}

/** Which entries of how many are shown, and the ways to newer and older ones; nothing where one page holds all. */
export function Turn({ page, perPage, total, onPage }: TurnProps) {
  if (total <= perPage) return null;
  const last = Math.ceil(total / perPage);
  const from = (page - 1) * perPage + 1;
  return (
    <CardFoot>
      <Range role="status">{t('list.range', { from, to: Math.min(total, page * perPage), total })}</Range>
      <Pages aria-label={t('list.pages')}>
        <IconButton aria-label={t('activity.newer')} disabled={page === 1} onClick={() => onPage(page - 1)}>
          <Icon name="chevronLeft" />
        </IconButton>
        <IconButton aria-label={t('activity.older')} disabled={page >= last} onClick={() => onPage(page + 1)}>
          <Icon name="chevronRight" />
        </IconButton>
      </Pages>
    </CardFoot>
  );
}
