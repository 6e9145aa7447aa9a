import { select } from '../../db/core/sql.ts';
import { testBox } from '../../db/testing.fixture.ts';
import {
  ACCOUNT_MAIL,
  type AccountMail,
  type AccountMailKind,
  CODE_MAIL,
  type SealedMail,
} from '../../domain/accounts/account-mail.ts';
import type { TestApi } from './server.fixture.ts';

export type OpenedMail = AccountMail & { readonly to: string | null; readonly language: string };

/** The mails to an address that wait in the outbox, the oldest first. */
export async function mailsTo(api: TestApi, email: string | null): Promise<OpenedMail[]> {
  const rows = await select<{ payload: SealedMail }>(
    api.db,
    `SELECT payload FROM outbox WHERE topic = ANY($1) AND payload->>'to' IS NOT DISTINCT FROM $2 ORDER BY id`,
    [[ACCOUNT_MAIL, CODE_MAIL], email],
  );
  return rows.map(({ payload: { messageId, to, language, sealed } }) => {
    const mail = JSON.parse(testBox.open(Buffer.from(sealed, 'base64'), `mail:${messageId}`)) as AccountMail;
    return { ...mail, to, language };
  });
}

/** The code of the last mail of a kind to the address. */
export async function lastCode(api: TestApi, email: string, kind: AccountMailKind): Promise<string> {
  const mail = (await mailsTo(api, email)).findLast((each) => each.kind === kind);
  if (mail === undefined || !('code' in mail.values)) throw new Error(`There is no ${kind} to ${email}.`);
  return mail.values.code;
}

/** Six digits that are not the code. */
export function otherCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
