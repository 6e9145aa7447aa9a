import { styled } from '@mui/material/styles';
import { liveLost } from '../data/live.tsx';
import { useStore } from '../data/use-store.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';

const Note = styled('p')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: '6px 16px',
  borderBottom: `1px solid ${theme.palette.divider}`,
  color: theme.palette.text.secondary,
  fontSize: 13,
  lineHeight: '20px',
  [theme.breakpoints.up('sm')]: { paddingInline: 24 },
  [theme.breakpoints.up('lg')]: { paddingInline: 32 },
}));

/**
 * One quiet line while changes do not come through: what is shown may be old, and nothing has to be done. The region is
 * always there, so that it is announced.
 */
export function LiveLost() {
  const lost = useStore(liveLost);
  return (
    <div role="status">
      {lost && (
        <Note>
          <Icon name="clock" size={16} />
          {t('shell.live.lost')}
        </Note>
      )}
    </div>
  );
}
