import './report-words.ts';
import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import { REPORT_PERMISSIONS, type ReportKind } from '../../domain/reports/reports.ts';
import { useAct } from '../components/use-act.ts';
import { MOST_IDS } from '../data/list-query.ts';
import { useMay } from '../data/use-may.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { DownloadState } from './download-state.tsx';
import { useDownload } from './use-download.ts';

/** Downloads the chosen rows of a list, for those who may export it. */
export default function ExportChosen({ kind }: { kind: ReportKind }) {
  const { selectedIds } = useListContext();
  const { download, start } = useDownload();
  const may = useMay(REPORT_PERMISSIONS[kind]);
  const fetching = useAct(async (provider) => {
    const { id, file_name } = await provider.createReport(kind, { ids: selectedIds.slice(0, MOST_IDS).join() });
    await start(id, file_name);
  });
  if (!may) return null;
  return (
    <>
      <DownloadState download={download} button={t('export.chosen')} />
      <Button
        startIcon={<Icon name="arrowDown" />}
        disabled={fetching.isPending || selectedIds.length > MOST_IDS}
        onClick={() => fetching.mutate()}
      >
        {t('export.chosen')}
      </Button>
    </>
  );
}
