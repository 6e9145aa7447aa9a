import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { formatBytes } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import type { Download } from './use-download.ts';

interface DownloadStateProps {
  download: Download;
  /** The button that tries again. */
  button?: string;
}

/** How far a download is, for eyes and screen readers. */
export function DownloadState({ download, button = t('export.download') }: DownloadStateProps) {
  return (
    <div role="status">
      {download.state === 'running' && (
        <>
          <LinearProgress aria-label={t('export.running')} />
          <Typography sx={{ mt: 1, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {t('export.received', { size: formatBytes(download.bytes) })}
          </Typography>
        </>
      )}
      {download.state === 'done' && t('export.done', { size: formatBytes(download.bytes) })}
      {download.state === 'failed' && (
        <Typography sx={{ color: 'error.main' }}>{t('export.failed', { button })}</Typography>
      )}
    </div>
  );
}
