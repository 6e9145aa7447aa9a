import type { UserId } from '../../domain/ids.ts';
import { ACCEPTED_DOCUMENTS, type AcceptedVersions } from '../../domain/legal/documents.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';

/** Records which version of each document a person accepted. A recorded acceptance keeps its time. */
export async function recordAcceptance(tx: Tx, userId: UserId, versions: AcceptedVersions): Promise<void> {
  await execute(
    tx,
    `INSERT INTO legal_acceptance (user_id, document, version)
     SELECT $1, document, version FROM unnest($2::text[], $3::text[]) AS accepted (document, version)
     ON CONFLICT DO NOTHING`,
    [userId, [...ACCEPTED_DOCUMENTS], ACCEPTED_DOCUMENTS.map((document) => versions[document])],
  );
}
