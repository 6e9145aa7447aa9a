import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { t } from '../i18n/translate.ts';
import type { Download } from './use-download.ts';

/** How far a download is, for eyes and screen readers. */
export function DownloadState({ download }: { download: Download }) {
  return (
    <div role="status">
      {download.state === 'running' && (
        <>
          <LinearProgress aria-label={t('export.running')} />
          <Typography sx={{ mt: 1, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {t('export.received', { size: sizeOf(download.bytes) })}
          </Typography>
        </>
      )}
      {download.state === 'done' && t('export.done', { size: sizeOf(download.bytes) })}
      {download.state === 'failed' && (
        <Typography sx={{ color: 'error.main' }}>{t('export.failed', { button: t('export.download') })}</Typography>
      )}
    </div>
  );
}

function sizeOf(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}
