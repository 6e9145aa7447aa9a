import { NEWER_MAIL_EVENTS, type ProfileMailEvent } from '../../domain/accounts/merchant-mail.ts';
import type { CryptoGateId, Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ProfileId } from '../../domain/ids.ts';
import type { Autoconversion } from '../../domain/invoices/record.ts';
import type { FeePayer } from '../../domain/money/fees.ts';
import type { TaxType } from '../../domain/money/tax.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, json, maybeOne } from '../core/sql.ts';

/**
 * The decisions of a profile's owner (spec §3, integration profile). Rates in basis points. Named as the columns are.
 */
export interface ProfileSettings {
  readonly name: string;
  readonly domain: string | null;
  readonly url: string | null;
  readonly company_address: string | null;
  readonly company_phone: string | null;
  readonly support_email: string | null;
  readonly show_company: boolean;
  readonly invoice_currency: string;
  readonly gates: readonly CryptoGateId[];
  readonly tax_name: string;
  readonly tax_rate_bps: number;
  readonly tax_type: TaxType;
  readonly autoconversion: Autoconversion;
  readonly service_fee_payer: FeePayer;
  readonly network_fee_payer: FeePayer;
  readonly refund_fee_payer: FeePayer;
  readonly conversion_fee_payer: FeePayer;
  readonly autocomplete: boolean;
  readonly underpaid_policy: 'reject' | 'accept';
  readonly underpaid_tolerance_bps: number;
  readonly overpaid_tolerance_bps: number;
  readonly late_tolerance_bps: number;
  readonly notification_url: string | null;
  readonly email_events: readonly ProfileMailEvent[];
  /** Of webhooks to notification URLs. */
  readonly api_version: string;
}

export interface ProfileRow extends ProfileSettings {
  readonly id: ProfileId;
  readonly mode: Mode;
  readonly version: number;
  readonly logo_url: string | null;
  readonly company_name: string | null;
  readonly previous_key_until: Date | null;
}

const COLUMNS = [
  'name',
  'domain',
  'url',
  'company_address',
  'company_phone',
  'support_email',
  'show_company',
  'invoice_currency',
  'gates',
  'tax_name',
  'tax_rate_bps',
  'tax_type',
  'autoconversion',
  'service_fee_payer',
  'network_fee_payer',
  'refund_fee_payer',
  'conversion_fee_payer',
  'autocomplete',
  'underpaid_policy',
  'underpaid_tolerance_bps',
  'overpaid_tolerance_bps',
  'late_tolerance_bps',
  'notification_url',
  'email_events',
  'api_version',
] as const satisfies readonly (keyof ProfileSettings)[];

/** The profile as its form shows it. @throws DomainError `not_found` */
export async function readProfileSettings(on: Db | Tx, id: ProfileId): Promise<ProfileRow> {
  const row = await maybeOne<ProfileRow>(on, readSql, [id]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** The values of a form. A setting that a form from before it existed does not name stays as it is. */
type Newer = 'late_tolerance_bps' | 'refund_fee_payer' | 'conversion_fee_payer' | 'api_version';
export type ProfileUpdate = Omit<ProfileSettings, Newer> & {
  readonly late_tolerance_bps?: number | undefined;
  readonly refund_fee_payer?: FeePayer | undefined;
  readonly conversion_fee_payer?: FeePayer | undefined;
  readonly api_version?: string | undefined;
};

/**
 * Replaces the settings, when nobody did since `version` was read.
 * @returns the settings before, for the record
 * @throws DomainError `changed_meanwhile`, `not_found`
 */
export async function updateProfileSettings(
  tx: Tx,
  change: { readonly id: ProfileId; readonly version: number; readonly settings: ProfileUpdate },
): Promise<ProfileRow> {
  const { id, version, settings } = change;
  const before = await maybeOne<ProfileRow>(tx, `${readSql} FOR UPDATE OF p`, [id]);
  if (before === undefined) throw new DomainError('not_found');
  if (before.version !== version) throw new DomainError('changed_meanwhile');
  await execute(tx, updateSql, [id, json(settings), NEWER_MAIL_EVENTS]);
  return before;
}

/** The names of the settings that differ, in the order of the form. */
export function changedSettings(before: ProfileSettings, after: ProfileSettings): (keyof ProfileSettings)[] {
  return COLUMNS.filter((name) => canonical(before[name]) !== canonical(after[name]));
}

/** The order of keys in stored JSON is the database's own. */
function canonical(value: unknown): string {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return JSON.stringify(isRecord ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value);
}

/** Events of this and of the release before are in a column each, and one list to everybody else. */
function readColumn(name: (typeof COLUMNS)[number]): string {
  return name === 'email_events' ? 'p.email_events || p.newer_email_events AS email_events' : `p.${name}`;
}

const chosen = (isNewer: boolean) =>
  `ARRAY(SELECT e FROM unnest(s.email_events) e WHERE ${isNewer ? '' : 'NOT '}e = ANY($3::text[]))`;

const readSql = `SELECT p.id, p.mode, p.version, p.logo_url, m.company_name,
    ${COLUMNS.map(readColumn).join(', ')},
    CASE WHEN p.previous_key_until > now() THEN p.previous_key_until END AS previous_key_until
  FROM profile p JOIN merchant m ON m.id = p.merchant_id WHERE p.id = $1`;

const updateSql = `UPDATE profile SET version = version + 1, (newer_email_events, ${COLUMNS.join(', ')}) =
    (SELECT ${[chosen(true), ...COLUMNS.map((name) => (name === 'email_events' ? chosen(false) : `s.${name}`))].join(', ')} FROM jsonb_populate_record(profile, $2::jsonb) s)
  WHERE id = $1`;
