import { useNotify } from 'react-admin';
import type { ReportKind } from '../../domain/reports/reports.ts';
import { useProvider } from '../data/use-provider.ts';
import { t } from '../i18n/translate.ts';
import type { ListFilter } from '../list/list-address.ts';
import { useDownload } from './use-download.ts';

/** By which of the two buttons a report was requested. */
export type ReportBy = 'mail' | 'download';

/** Makes a report and saves it or mails a link to it. */
export function useReport() {
  const provider = useProvider();
  const notify = useNotify();
  const { download, start } = useDownload();
  return {
    download,
    request: async (kind: ReportKind, filter: ListFilter, by: ReportBy): Promise<void> => {
      const { id, file_name } = await provider.createReport(kind, filter);
      if (by === 'download') return start(id, file_name);
      await provider.mailReport(id);
      notify(t('export.mailed'), { type: 'success' });
    },
  };
}
