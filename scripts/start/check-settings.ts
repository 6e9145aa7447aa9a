import { loadConfig, loadSetting } from '../../settings/load.ts';
import { backupStore } from '../backup/store.ts';
import type { DataFolder } from './data-folder.ts';
import { programEnvironment } from './environment.ts';

/**
 * Reads all settings as the programs will, before anything is started: a program would end and be started again with
 * each wrong one. @throws DomainError `configuration_invalid` with all problems at once
 */
export function checkSettings(folder: Pick<DataFolder, 'file' | 'path'>, port: number): void {
  const env = process.env;
  // Servers that are yet to be started have any valid address.
  const servers = {
    databaseUrl: loadSetting(env, 'DATABASE_URL') || 'postgres://127.0.0.1/tidegate',
    temporalAddress: env.TEMPORAL_ADDRESS || '127.0.0.1:7233',
    smtpUrl: loadSetting(env, 'SMTP_URL') || 'smtp://127.0.0.1:25',
  };
  loadConfig(programEnvironment({ folder, port, servers, ports: {} }));
  if (env.BACKUP_DIR) backupStore();
}
