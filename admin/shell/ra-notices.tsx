import { useEffect } from 'react';
import { useNotificationContext } from 'react-admin';
import { toastError, toastInfo, toastSuccess } from '../data/toasts.ts';

/** Hands react-admin's notifications, which it shows one at a time, to the stack of notices. */
export function RaNotices() {
  const { notifications, takeNotification } = useNotificationContext();
  useEffect(() => {
    if (notifications.length === 0) return;
    const notice = takeNotification();
    if (typeof notice?.message !== 'string') return;
    if (notice.type === 'error' || notice.type === 'warning') toastError(notice.message);
    else if (notice.type === 'success') toastSuccess(notice.message);
    else toastInfo(notice.message);
  }, [notifications, takeNotification]);
  return null;
}
