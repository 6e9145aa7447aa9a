import { keysOf, requireSameKeys } from '../db/core/key-fingerprints.ts';
import type { Db } from '../db/core/sequelize.ts';
import { isDomainError } from '../domain/errors.ts';
import type { Config } from '../settings/config.ts';

export interface CheckedKeys {
  /** @throws DomainError `configuration_invalid` when a key is not that of the database */
  check(): Promise<void>;
  /** Compares them once, before the first request is served. A key that differs ends the process. */
  ensure(): Promise<void>;
}

/** The keys of this API beside those that the database belongs to. */
export function checkedKeys(db: Db, config: Config, onWrong: (problem: string) => void): CheckedKeys {
  let isSame = false;
  const check = async () => {
    if (isSame) return;
    await requireSameKeys(db, keysOf(config));
    isSame = true;
  };
  return {
    check,
    ensure: () =>
      check().catch((error: unknown) => {
        if (isDomainError(error, 'configuration_invalid')) onWrong(error.message);
        throw error;
      }),
  };
}
