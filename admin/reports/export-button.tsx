import './report-words.ts';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { REPORT_PERMISSIONS, type ReportKind } from '../../domain/reports.ts';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { Field } from '../components/field.tsx';
import { useAct } from '../components/use-act.ts';
import { useMay } from '../data/use-may.ts';
import { t } from '../i18n/translate.ts';
import type { ListFilter } from '../list/list-address.ts';
import { Icon } from '../look/icon.tsx';
import { DownloadState } from './download-state.tsx';
import { filterFrom, withDays } from './filter-from.ts';
import { timeZone } from './report-calls.ts';
import { useDownload } from './use-download.ts';

interface ExportProps {
  kind: ReportKind;
  /** What the list is narrowed to whatever its address says. */
  only?: ListFilter;
}

/** Exports what a list shows, for those who may. */
export function ExportButton({ kind, only }: ExportProps) {
  const may = useMay(REPORT_PERMISSIONS[kind]);
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button startIcon={<Icon name="arrowDown" />} onClick={() => setOpen(true)}>
        {t('export.open')}
      </Button>
      {open && <ExportDialog kind={kind} {...(only ? { only } : {})} onClose={() => setOpen(false)} />}
    </>
  );
}

function ExportDialog({ kind, only, onClose }: ExportProps & { onClose: () => void }) {
  const [params] = useSearchParams();
  const shown = filterFrom(params, kind, only);
  const [from, setFrom] = useState(shown.date_from ?? '');
  const [to, setTo] = useState(shown.date_to ?? '');
  const { download, start } = useDownload();
  const filter = withDays(shown, { from, to });
  const fetching = useAct(async (provider) => {
    const { id, file_name } = await provider.createReport(kind, filter);
    await start(id, file_name);
  });
  const mailing = useAct(
    async (provider) => {
      const { id } = await provider.createReport(kind, filter);
      await provider.mailReport(id);
    },
    { done: t('export.mailed'), onDone: onClose },
  );
  const wrong = from !== '' && to !== '' && from > to;
  const busy = fetching.isPending || mailing.isPending || download.state === 'running';
  return (
    <DialogFrame
      title={t(`export.title.${kind}`)}
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy || wrong} onClick={() => mailing.mutate()}>
            {t('export.mail')}
          </Button>
          <Button variant="contained" disabled={busy || wrong} onClick={() => fetching.mutate()}>
            {t('export.download')}
          </Button>
        </>
      }
    >
      <p>{t(Object.keys(filter).length > 0 ? 'export.text.filtered' : 'export.text')}</p>
      <Field
        type="date"
        name="date_from"
        label={t('history.filter.from')}
        value={from}
        onChange={({ target }) => setFrom(target.value)}
      />
      <Field
        type="date"
        name="date_to"
        label={t('history.filter.to')}
        value={to}
        error={wrong ? t('export.wrongDays') : undefined}
        onChange={({ target }) => setTo(target.value)}
      />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('export.zone', { zone: timeZone() })}
      </Typography>
      <DownloadState download={download} />
    </DialogFrame>
  );
}
