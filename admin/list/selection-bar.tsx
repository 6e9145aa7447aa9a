import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { t } from '../i18n/translate.ts';

const Bar = styled('section')(({ theme }) => ({
  position: 'sticky',
  bottom: 16,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  padding: '8px 8px 8px 16px',
  border: `1px solid ${theme.palette.edge}`,
  borderRadius: 10,
  backgroundColor: theme.palette.raised,
  boxShadow: theme.shadows[8],
  '& > :first-of-type': { marginRight: 'auto' },
}));

/** What can be done with the rows that are selected, at the foot of the window while there are some. */
export function SelectionBar({ children }: { children: ReactNode }) {
  const { selectedIds, onUnselectItems } = useListContext();
  if (selectedIds.length === 0) return null;
  return (
    <Bar aria-label={t('list.selection')}>
      <span role="status">{t('list.selected', { smart_count: selectedIds.length })}</span>
      {children}
      <Button variant="text" onClick={() => onUnselectItems()}>
        {t('action.clear')}
      </Button>
    </Bar>
  );
}
