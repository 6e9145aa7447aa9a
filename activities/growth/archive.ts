import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import {
  archivedRows,
  countArchivedRows,
  type DetachedMonth,
  detachedMonth,
  detachOldestMonth,
  dropArchivedMonth,
} from '../../db/growth/archive.ts';
import { type ArchivedFile, type MonthlyTable, monthOf } from '../../domain/reports/months.ts';
import type { ArchiveSettings } from '../../settings/config.ts';
import { archiveProblem, writeArchive, writeManifest } from './archive-files.ts';

export type ArchiveActivities = ReturnType<typeof createArchiveActivities>;

interface ArchiveDeps {
  readonly db: Db;
  /** Undefined: nothing is archived. */
  readonly settings: ArchiveSettings | undefined;
  readonly nowMs: () => number;
}

/** The steps of archiving months. Each can be repeated at any time. Only the last one drops rows. */
export function createArchiveActivities({ db, settings, nowMs }: ArchiveDeps) {
  const folder = () => {
    if (settings === undefined) throw new Error('ARCHIVE_AFTER_MONTHS is not set.');
    return settings.folder;
  };
  return {
    /** The month that was begun, else the oldest one that is due; null with the reason if there is none. */
    async nextMonth(): Promise<DetachedMonth> {
      if (settings === undefined) return { month: null, note: 'ARCHIVE_AFTER_MONTHS is not set: all months stay.' };
      const begun = await detachedMonth(db);
      if (begun !== undefined) return { month: begun, note: `Archiving ${begun}.` };
      const { fromMs: beforeMs } = monthOf(nowMs(), -settings.afterMonths);
      const next = await inTransaction(db, (tx) => detachOldestMonth(tx, beforeMs));
      if (next.month === null) await resolveAlert(db, ALERT);
      return next;
    },

    /** Writes the rows of a detached table to its file, and compares their number with the table's. */
    async archiveTable({ month, table }: { month: string; table: MonthlyTable }): Promise<ArchivedFile> {
      const file = await writeArchive(folder(), { table, month }, archivedRows(db, table, month));
      const rows = await countArchivedRows(db, table, month);
      if (file.rows !== rows) throw new Error(`${file.file} has ${file.rows} rows, and the table ${rows}.`);
      return file;
    },

    /** Reads the files once more, and only then drops the tables. */
    async finishMonth({ month, files }: { month: string; files: readonly ArchivedFile[] }): Promise<void> {
      for (const file of files) {
        const problem = await archiveProblem(folder(), file);
        if (problem !== undefined) throw new Error(problem);
      }
      await writeManifest(folder(), month, files);
      await inTransaction(db, (tx) => dropArchivedMonth(tx, month, files));
    },

    async raiseArchiveAlert({ message }: { message: string }): Promise<void> {
      await raiseAlert(db, { ...ALERT, message });
    },
  };
}

const ALERT = { kind: 'archive_failed', subject: 'months' } as const;
