import { useEffect } from 'react';
import { useNotificationContext } from 'react-admin';
import { push, toastSuccess } from '../data/toasts.ts';
import { translateOr } from '../i18n/translate.ts';

/** Shows react-admin's notifications, all at a time, in the stack that pages without a session use, too. */
export function RaNotices() {
  const { notifications, takeNotification } = useNotificationContext();
  useEffect(() => {
    if (notifications.length === 0) return;
    const notice = takeNotification();
    if (typeof notice?.message !== 'string') return;
    const { messageArgs, autoHideDuration } = notice.notificationOptions ?? {};
    const text = translateOr(notice.message, notice.message, messageArgs);
    const kind = notice.type === 'warning' ? 'error' : notice.type;
    if (kind === 'success') toastSuccess(text);
    else push(kind, text, autoHideDuration ?? undefined);
  }, [notifications, takeNotification]);
  return null;
}
