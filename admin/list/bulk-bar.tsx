import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, Suspense } from 'react';
import { useListContext } from 'react-admin';
import { t } from '../i18n/translate.ts';

const Bar = styled('section')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  padding: '8px 12px',
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.palette.soft.primary,
  '& > strong': { marginRight: 'auto', fontWeight: 500, fontVariantNumeric: 'tabular-nums' },
}));

/** How many rows are chosen, and what can be done with them; nothing while none are. */
export function BulkBar({ children }: { children: ReactNode }) {
  const { selectedIds, onUnselectItems } = useListContext();
  if (selectedIds.length === 0) return null;
  return (
    <Bar aria-label={t('bulk.label')}>
      <strong role="status">{t('bulk.count', { smart_count: selectedIds.length })}</strong>
      <Suspense>{children}</Suspense>
      <Button variant="text" onClick={() => onUnselectItems()}>
        {t('bulk.clear')}
      </Button>
    </Bar>
  );
}
