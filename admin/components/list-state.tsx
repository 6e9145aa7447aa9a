import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { memo, type ReactNode } from 'react';
import { ApiError } from '../data/api-error.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import type { IconName } from '../look/icon-paths.ts';
import { VisuallyHidden } from './card.tsx';

const Message = styled('div')({
  display: 'grid',
  justifyItems: 'center',
  gap: 8,
  padding: '48px 16px 40px',
  textAlign: 'center',
});
const Bones = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1.2fr 96px 1.1fr 1.2fr 72px',
  gap: 32,
  alignItems: 'center',
  height: 44,
  padding: '0 20px',
  borderBottom: `1px solid ${theme.palette.divider}`,
  '&:last-of-type': { borderBottom: 0 },
  [theme.breakpoints.down('sm')]: {
    gridTemplateColumns: '1fr 96px',
    height: 77,
    padding: '0 16px',
    '& > :nth-of-type(n + 3)': { display: 'none' },
  },
}));

const WIDTHS = ['72%', '90%', '62%'] as const;

/** Grey rows in the shape of what is coming. */
export const ListLoading = memo(function ListLoading({ label, rows = 9 }: { label: string; rows?: number }) {
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        // The rows are all alike and never move.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Bones key={row} aria-hidden>
          <Skeleton variant="rounded" height={12} width={WIDTHS[row % 3] ?? '72%'} />
          <Skeleton variant="rounded" height={24} width={96} />
          <Skeleton variant="rounded" height={12} width={WIDTHS[(row + 1) % 3] ?? '72%'} />
          <Skeleton variant="rounded" height={12} width={WIDTHS[(row + 2) % 3] ?? '72%'} />
          <Skeleton variant="rounded" height={12} />
        </Bones>
      ))}
    </div>
  );
});

/**
 * Says which data could not be loaded and why, with a button to retry: the server's message, or a note that no data is
 * lost.
 */
export function ListError({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  const answered = error instanceof ApiError ? error : null;
  const requestId = answered?.requestId;
  const isRefusal = answered !== null && answered.status >= 400 && answered.status < 500;
  const why = isRefusal ? `${answered.message.replace(/\.$/, '')}.` : t('list.errorText');
  return (
    <StateMessage
      role="alert"
      icon="warning"
      tone="error.main"
      title={title}
      text={[why, requestId && t('error.requestId', { id: requestId })].filter(Boolean).join(' ')}
      actions={<Button onClick={onRetry}>{t('action.retry')}</Button>}
    />
  );
}

/** The filters leave nothing: say which, and offer to clear them. */
export function ListNone({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <StateMessage
      role="status"
      icon="search"
      tone="text.secondary"
      title={t('list.none')}
      text={text}
      actions={<Button onClick={onClear}>{t('history.clearAll')}</Button>}
    />
  );
}

export interface StateMessageProps {
  role: 'alert' | 'status';
  icon: IconName;
  tone: string;
  title: string;
  text: string;
  actions: ReactNode;
}

/** Says in the place of what would be listed why it is not there, and what to do. */
export function StateMessage({ role, icon, tone, title, text, actions }: StateMessageProps) {
  return (
    <Message role={role}>
      <Typography component="span" sx={{ color: tone, mb: 1 }}>
        <Icon name={icon} size={28} />
      </Typography>
      <Typography variant="h2">{title}</Typography>
      <Typography sx={{ maxWidth: '46ch', color: 'text.secondary', overflowWrap: 'anywhere' }}>{text}</Typography>
      <div>{actions}</div>
    </Message>
  );
}
