import type { AccountSecrets } from '../../db/accounts/secrets.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { queueUpdateMails } from '../../db/updates/mails.ts';

export interface UpdateActivityDeps {
  readonly db: Db;
  readonly secrets: AccountSecrets;
  readonly perMinute: number;
}

export type UpdateActivities = ReturnType<typeof createUpdateActivities>;

export function createUpdateActivities({ db, secrets, perMinute }: UpdateActivityDeps) {
  return {
    /**
     * Puts the mails of one minute into the outbox, of readers after that place. Repeated, it queues none
     * twice. `last` is null when no reader is left, or the update was stopped.
     */
    async queueUpdateBatch({ updateId, after }: { readonly updateId: string; readonly after: string }) {
      return queueUpdateMails(db, secrets, { updateId, after, limit: perMinute });
    },
  };
}
