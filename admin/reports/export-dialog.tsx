import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import type { ReportKind } from '../../domain/reports/reports.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { isBackwards } from '../list/days.ts';
import type { ListFilter } from '../list/list-address.ts';
import { DownloadState } from './download-state.tsx';
import { filterFrom, withDays } from './filter-from.ts';
import { ReportButtons } from './report-buttons.tsx';
import { timeZone } from './report-calls.ts';
import { type ReportBy, useReport } from './use-report.ts';

interface Draft {
  readonly date_from: string;
  readonly date_to: string;
  readonly by: ReportBy;
}

export interface ExportDialogProps {
  kind: ReportKind;
  /** Filters that the list always has, whatever its address says. */
  only?: ListFilter;
  onClose: () => void;
}

/** Makes a report of what the list shows, for other days where these are changed, and saves or mails it. */
export default function ExportDialog({ kind, only, onClose }: ExportDialogProps) {
  const [params] = useSearchParams();
  const { download, request } = useReport();
  const shown = filterFrom(params, kind, only);
  const { date_from = '', date_to = '' } = shown;
  return (
    <FormDialog<Draft>
      title={t(`export.title.${kind}`)}
      keep={null}
      submit={<ReportButtons />}
      defaultValues={{ date_from, date_to, by: 'download' }}
      rules={({ date_from: from, date_to: to }) => ({
        date_to: isBackwards(from, to) ? t('history.filter.wrongDays') : undefined,
      })}
      send={async ({ by, ...days }) => {
        await request(kind, withDays(shown, days), by);
        if (by === 'mail') onClose();
      }}
      onClose={onClose}
    >
      <What shown={shown} />
      <TextInput source="date_from" type="date" label={t('history.filter.from')} />
      <TextInput source="date_to" type="date" label={t('history.filter.to')} />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('export.zone', { zone: timeZone() })}
      </Typography>
      <DownloadState download={download} />
    </FormDialog>
  );
}

function What({ shown }: { shown: ListFilter }) {
  const isNarrowed = Object.keys(withDays(shown, useWatch() as Draft)).length > 0;
  return <p>{t(isNarrowed ? 'export.text.filtered' : 'export.text')}</p>;
}
