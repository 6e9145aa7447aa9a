import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { type ReactNode, useCallback, useContext, useEffect, useLayoutEffect } from 'react';
import {
  AddNotificationContext,
  NotificationContext,
  NotificationContextProvider,
  type NotificationPayload,
} from 'react-admin';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import {
  isError,
  isNotice,
  lifetimeOf,
  type Notice,
  onNextPage,
  registerNotices,
  withNotice,
} from '../data/notices.ts';
import { makeStore } from '../data/store.ts';
import { useStore } from '../data/use-store.ts';
import { t, translateOr } from '../i18n/translate.ts';
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
  // Only the notices take clicks, not the room between and beside them.
  pointerEvents: 'none',
  '& > *': { pointerEvents: 'auto' },
  '[data-notices] > &': { position: 'absolute', top: 12 },
  '@media (min-width: 600px)': { '[data-notices] > &': { right: 24 } },
  '@media (min-width: 1200px)': { '[data-notices] > &': { right: 32 } },
}));
/**
 * Under the top bar, also while the page is scrolled. It has no height: notices lie over the page, so that nothing
 * moves away under the pointer.
 */
const Place = styled('div')(({ theme }) => ({
  position: 'sticky',
  zIndex: theme.zIndex.snackbar,
  top: 56,
  height: 0,
}));

const place = makeStore<HTMLElement | null>(null);

/** The place of notifications while the shell is shown. */
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

const ICONS: Readonly<Record<Notice['type'], IconName>> = {
  success: 'checkCircle',
  warning: 'alertCircle',
  error: 'alertCircle',
  info: 'clock',
};

/** react-admin's notifications for all pages, with or without a session, and where they are shown. */
export function Notices({ children }: { children: ReactNode }) {
  return (
    <NotificationContextProvider>
      <Kept>{children}</Kept>
    </NotificationContextProvider>
  );
}

function Kept({ children }: { children: ReactNode }) {
  const { setNotifications } = useContext(NotificationContext);
  const add = useCallback(
    (next: NotificationPayload) => setNotifications((shown) => withNotice(shown, next)),
    [setNotifications],
  );
  useLayoutEffect(() => registerNotices(add), [add]);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time one goes to another page
  useEffect(() => setNotifications(onNextPage), [pathname]);
  return (
    <AddNotificationContext value={add}>
      {children}
      <NoticeStack />
    </AddNotificationContext>
  );
}

/**
 * Short notices at the top right, newest below; each leaves by itself unless the pointer or focus rests on it (spec
 * §8).
 */
function NoticeStack() {
  const { notifications } = useContext(NotificationContext);
  const inShell = useStore(place);
  const stack = (
    <Stack aria-label={t('shell.notices')}>
      {notifications.filter(isNotice).map((notice) => (
        <NoticeItem key={notice.id} notice={notice} />
      ))}
    </Stack>
  );
  return inShell ? createPortal(stack, inShell) : stack;
}

function NoticeItem({ notice }: { notice: Notice }) {
  const { id, type, message } = notice;
  const { setNotifications } = useContext(NotificationContext);
  const dismiss = useCallback(
    () => setNotifications((shown) => shown.filter((each) => isNotice(each) && each.id !== id)),
    [setNotifications, id],
  );
  const lifetimeMs = lifetimeOf(notice);
  useEffect(() => {
    if (lifetimeMs === null) return;
    let timer = setTimeout(leave, lifetimeMs);
    return () => clearTimeout(timer);

    /** Waits while someone reads it (WCAG 2.2.1). */
    function leave() {
      if (document.querySelector(`[data-notice="${id}"]`)?.matches(':hover, :focus-within')) {
        timer = setTimeout(leave, 1000);
      } else dismiss();
    }
  }, [id, lifetimeMs, dismiss]);
  const kind = isError(type) ? 'error' : type;
  const text = typeof message === 'string' ? wordsOf(notice, message) : '';
  return (
    <Item data-kind={kind} data-notice={id} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon name={ICONS[kind]} />
      <span>{text === '' ? message : text}</span>
      <IconButton size="small" aria-label={t('action.dismiss', { text })} onClick={dismiss}>
        <Icon name="cross" size={16} />
      </IconButton>
    </Item>
  );
}

/** react-admin's own notifications are keys of messages; ours are words already. */
function wordsOf({ notificationOptions }: Notice, message: string): string {
  return translateOr(message, message, notificationOptions?.messageArgs);
}
