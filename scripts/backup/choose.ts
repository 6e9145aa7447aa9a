import { type Backup, type BackupReach, type BackupStore, listBackups, reachOf } from './store.ts';

export interface Choice {
  /** A backup by its name; else the newest one that fits. */
  readonly name: string | undefined;
  /** The moment to restore; null for the newest possible. */
  readonly at: Date | null;
}

export interface ChosenBackup {
  readonly backup: Backup;
  readonly reach: BackupReach & { readonly until: Date };
}

/**
 * The backup from which a moment can be restored with the least work.
 * @throws Error that says which moments there are, when this one is not among them, or its log has a gap
 */
export function chooseBackup(store: BackupStore, { name, at }: Choice): ChosenBackup {
  const backups = listBackups(store);
  const [first] = backups;
  if (first === undefined) throw new Error(`There is no finished backup in ${store.folder}.`);
  const named = name === undefined ? backups : backups.filter((each) => each.name === name);
  if (named.length === 0)
    throw new Error(`There is no backup ${name}. There are: ${backups.map((each) => each.name).join(', ')}.`);
  const backup = named.findLast(({ finishedAt }) => at === null || new Date(finishedAt) <= at);
  if (backup === undefined) {
    const earliest = named[0]?.finishedAt ?? first.finishedAt;
    throw new Error(`${at?.toISOString()} is before the ${name === undefined ? 'first ' : ''}backup of ${earliest}.`);
  }
  const reach = reachOf(store, backup);
  const { until, gap } = reach;
  if (until === null) {
    throw new Error(
      `The log that belongs to the backup ${backup.name} is not complete in ${store.wal}` +
        `${gap === null ? '' : `: ${gap} is missing`}. It cannot be restored.`,
    );
  }
  if (gap !== null && (at === null || at > until)) {
    throw new Error(
      `The segment ${gap} is missing in ${store.wal}, and newer ones are there. Find it, or restore what is before ` +
        `it: --at ${until.toISOString()}, or an earlier moment.`,
    );
  }
  if (at !== null && at > until)
    throw new Error(`The archived log ends at ${until.toISOString()}; ${at.toISOString()} is after it.`);
  return { backup, reach: { ...reach, until } };
}

/**
 * Reads a moment with its time zone, such as `2026-11-23T10:41:00Z`.
 * @throws Error for anything else, because a moment in the wrong zone would restore the wrong state
 */
export function parseMoment(text: string, nowMs = Date.now()): Date {
  const isComplete = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text);
  const at = new Date(text);
  if (!isComplete || Number.isNaN(at.getTime()))
    throw new Error(`--at must be a moment with its time zone, such as 2026-11-23T10:41:00Z, not "${text}".`);
  if (at.getTime() > nowMs) throw new Error(`--at is in the future: ${text}.`);
  return at;
}
