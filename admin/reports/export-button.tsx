import './report-words.ts';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { REPORT_PERMISSIONS } from '../../domain/reports/reports.ts';
import { useMay } from '../data/use-may.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import type { ExportDialogProps } from './export-dialog.tsx';

const ExportDialog = lazy(() => import('./export-dialog.tsx'));

/** Exports the rows of a list, for those who may also read the finished report. */
export function ExportButton({ kind, only }: Omit<ExportDialogProps, 'onClose'>) {
  const mayRead = useMay('merchant_history_info');
  const mayExport = useMay(REPORT_PERMISSIONS[kind]);
  const [open, setOpen] = useState(false);
  if (!mayRead || !mayExport) return null;
  return (
    <>
      <Button startIcon={<Icon name="arrowDown" />} onClick={() => setOpen(true)}>
        {t('export.open')}
      </Button>
      {open && (
        <Suspense>
          <ExportDialog kind={kind} only={only} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
