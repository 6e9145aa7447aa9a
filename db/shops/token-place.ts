import type { CryptoGateId } from '../../domain/assets/assets.ts';
import type { Currency } from '../../domain/money/currencies.ts';
import type { Db } from '../core/sequelize.ts';
import { one, prepared } from '../core/sql.ts';
import type { TokenBearer } from './api-tokens.ts';

/** The names of a token, its shop and its merchant, and what the shop receives. */
export interface TokenPlace {
  readonly token: string;
  readonly shop: string;
  readonly closed: boolean;
  readonly merchant: string | null;
  readonly currency: Currency;
  readonly gates: readonly CryptoGateId[];
  /** Of webhooks to notification URLs. */
  readonly apiVersion: string;
}

export function readTokenPlace(db: Db, { tokenId, profileId }: TokenBearer): Promise<TokenPlace> {
  return one<TokenPlace>(db, placeSql, [tokenId, profileId]);
}

const placeSql = prepared(`
  SELECT t.name AS token, p.name AS shop, p.closed_at IS NOT NULL AS closed, m.company_name AS merchant,
    p.invoice_currency AS currency, p.gates, p.api_version AS "apiVersion"
  FROM api_token t JOIN profile p ON p.id = t.profile_id JOIN merchant m ON m.id = p.merchant_id
  WHERE t.id = $1 AND p.id = $2`);
