import type { Db } from '../../db/core/sequelize.ts';
import { prepared, select } from '../../db/core/sql.ts';
import type { Role } from '../../domain/accounts/permissions.ts';
import type { Language } from '../../domain/languages.ts';
import type { KeyedMail } from './mailer.ts';
import type { MailContent } from './template.ts';

/** Somebody of a merchant's team whom a mail is for. */
export interface Reader {
  readonly id: string;
  readonly email: string;
  readonly language: Language;
}

export interface ReadersOf {
  readonly merchantId: string;
  /** Which shop it is about, {@link shopIdSql}; null is the money that all shops share. */
  readonly shopId: string | null;
  readonly roles: readonly Role[];
  /** True for what somebody waits for: everybody gets it who can sign in, whatever their email settings. */
  readonly isAwaited?: boolean;
}

/** Those of the team who get a mail: by role, by what they chose, and only about shops that they may work in. */
export function mailReaders(db: Db, { merchantId, shopId, roles, isAwaited = false }: ReadersOf): Promise<Reader[]> {
  return select<Reader>(db, readersSql, [merchantId, roles, shopId, isAwaited]);
}

/** The shop of the profile `p`; the first is named by the id of its merchant. */
export const shopIdSql = 'coalesce(p.shop_id, p.merchant_id)';

/** A mail for each reader in their language, written once for each occasion. */
export function mailsTo(
  readers: readonly Reader[],
  { occasion, publicUrl }: { readonly occasion: string; readonly publicUrl: string },
  contentIn: (language: Language) => MailContent,
): KeyedMail[] {
  const domain = new URL(publicUrl).hostname;
  return readers.map(({ id, email: to, language }) => {
    const key = `${occasion}.${id}`;
    return { key, mail: { messageId: `${key}@${domain}`, to, replyTo: null, ...contentIn(language) } };
  });
}

const readersSql = prepared(`
  SELECT u.id, u.email, u.language FROM app_user u
  WHERE u.merchant_id = $1 AND u.role = ANY($2) AND u.blocked_at IS NULL
    AND ($4::boolean OR u.email_verified_at IS NOT NULL AND u.mail_subscription)
    AND (u.role = 'admin' OR NOT EXISTS (SELECT FROM member_shop w WHERE w.user_id = u.id)
      OR EXISTS (SELECT FROM member_shop w WHERE w.user_id = u.id AND w.shop_id = $3::uuid))
  ORDER BY u.id`);
