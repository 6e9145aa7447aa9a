import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { makeStore } from '../data/store.ts';
import { dismissToast, type Toast, toasts } from '../data/toasts.ts';
import { useStore } from '../data/use-store.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import type { IconName } from '../look/icon-paths.ts';

const Stack = styled('section')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.snackbar,
  right: 16,
  top: 68,
  display: 'grid',
  gap: 8,
  width: 'min(376px, calc(100vw - 32px))',
  // In its place in the shell it moves the page down instead of covering what stands there.
  '[data-notices] > &': { position: 'static', marginLeft: 'auto' },
}));
/** Under the top bar, also while the page is scrolled. */
const Place = styled('div')(({ theme }) => ({
  position: 'sticky',
  zIndex: theme.zIndex.snackbar,
  top: 56,
  '&:has([data-toast])': { padding: '12px 16px 0' },
  [theme.breakpoints.up('sm')]: { '&:has([data-toast])': { paddingInline: 24 } },
  [theme.breakpoints.up('lg')]: { '&:has([data-toast])': { paddingInline: 32 } },
}));

const place = makeStore<HTMLElement | null>(null);

/** Where the notices stand while the shell is there. */
export function NoticesPlace() {
  return <Place data-notices ref={place.set} />;
}

const Item = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '20px minmax(0, 1fr) 28px',
  gap: 12,
  alignItems: 'start',
  padding: '10px 10px 10px 14px',
  border: `1px solid ${theme.palette.edge}`,
  borderRadius: 10,
  backgroundColor: theme.palette.raised,
  boxShadow: theme.shadows[8],
  fontSize: 14,
  lineHeight: '20px',
  '& > :not(button)': { marginBlock: 4, overflowWrap: 'anywhere' },
  '&[data-kind=success] > svg': { color: theme.palette.success.main },
  '&[data-kind=error] > svg': { color: theme.palette.error.main },
  '&[data-kind=info] > svg': { color: theme.palette.primary.main },
}));

const ICONS: Record<Toast['kind'], IconName> = { success: 'checkCircle', error: 'alertCircle', info: 'clock' };

/**
 * Short notices at the top right, newest below; each leaves by itself unless the pointer or focus rests on it (spec
 * §8).
 */
export function NoticeStack() {
  const list = useStore(toasts);
  const inShell = useStore(place);
  const stack = (
    <Stack aria-label={t('shell.notices')}>
      {list.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </Stack>
  );
  return inShell ? createPortal(stack, inShell) : stack;
}

function ToastItem({ toast }: { toast: Toast }) {
  const { id, kind, text, lifetimeMs } = toast;
  useEffect(() => {
    const timer = setTimeout(() => leave(id), lifetimeMs);
    return () => clearTimeout(timer);
  }, [id, lifetimeMs]);
  return (
    <Item data-kind={kind} data-toast={id} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon name={ICONS[kind]} />
      <span>{text}</span>
      <IconButton size="small" aria-label={t('action.dismiss', { text })} onClick={() => dismissToast(id)}>
        <Icon name="cross" size={16} />
      </IconButton>
    </Item>
  );
}

/** Waits while someone reads it (WCAG 2.2.1). */
function leave(id: number): void {
  const item = document.querySelector(`[data-toast="${id}"]`);
  if (item?.matches(':hover, :focus-within')) setTimeout(() => leave(id), 1000);
  else dismissToast(id);
}
