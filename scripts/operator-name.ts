import { userInfo } from 'node:os';

/** The operator of a command, for the audit log: `ada (npm run restore)`. */
export function operatorName(command: string): string {
  const tool = `(npm run ${command})`;
  try {
    return `${userInfo().username} ${tool}`;
  } catch {
    // Containers run as numbers that have no name.
    return `user ${process.getuid?.() ?? 'unknown'} ${tool}`;
  }
}
