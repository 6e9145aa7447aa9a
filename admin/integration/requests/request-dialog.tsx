import Button from '@mui/material/Button';
import type { LoggedRequest } from '../../../contract/requests.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { Facts } from '../../components/facts.tsx';
import { formatClockSeconds, formatDay, formatDuration } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { RequestId, RequestStatus, tokenName } from './request-rows.tsx';

/** Everything that is kept of one request. */
export function RequestDialog({ request, onClose }: { request: LoggedRequest; onClose: () => void }) {
  const { method, path, error_code, duration_ms, idempotency_key, created_at } = request;
  return (
    <DialogFrame
      title={t('requests.request')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      <Facts
        facts={[
          { label: t('requests.status'), value: <RequestStatus row={request} /> },
          { label: t('requests.errorCode'), value: error_code && <code>{error_code}</code> },
          { label: t('requests.method'), value: method },
          { label: t('requests.path'), value: <CopyText value={path} label={t('requests.path')} /> },
          { label: t('requests.id'), value: <RequestId row={request} whole /> },
          { label: t('requests.token'), value: tokenName(request) },
          { label: t('requests.version'), value: request.api_version ?? t('requests.version.none') },
          { label: t('requests.key'), value: t(idempotency_key ? 'requests.key.sent' : 'requests.key.none') },
          { label: t('requests.time'), value: `${formatDay(created_at)}, ${formatClockSeconds(created_at)}` },
          { label: t('requests.duration'), value: formatDuration(duration_ms) },
        ]}
      />
    </DialogFrame>
  );
}
