import { type FraudSignal, type Side, signalsBetween } from '../../domain/partners/fraud.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { one, prepared } from '../core/sql.ts';

/** The signals between a merchant and the partner who brought it, by the present data of both. */
export async function signalsOf(
  on: Db | Tx,
  { partnerId, merchantId }: { readonly partnerId: string; readonly merchantId: string },
): Promise<FraudSignal[]> {
  const { partner, merchant } = await one<Sides>(on, sidesSql, [partnerId, merchantId]);
  const { applicant } = partner;
  const own = partner.account ?? NOBODY;
  const companies = [own.company, applicant.company].filter((each) => each !== null);
  const websites = [own.website, applicant.website].filter((each) => each !== null);
  // Somebody who applied under one name and is paid under another one has both.
  const sides = [0, 1].map(
    (at): Side => ({
      ...own,
      people: [...own.people, { email: applicant.email, name: applicant.name }],
      company: companies[at] ?? null,
      website: websites[at] ?? null,
    }),
  );
  const found = new Set(sides.flatMap((side) => signalsBetween(side, merchant)));
  return signalsInOrder(found);
}

function signalsInOrder(found: ReadonlySet<FraudSignal>): FraudSignal[] {
  return [...found].sort();
}

interface Sides {
  readonly partner: {
    readonly applicant: {
      readonly email: string;
      readonly name: string;
      readonly company: string | null;
      readonly website: string;
    };
    readonly account: Side | null;
  };
  readonly merchant: Side;
}

const NOBODY: Side = {
  merchantId: null,
  people: [],
  browsers: [],
  devices: [],
  ibans: [],
  company: null,
  website: null,
};

/** A merchant as it is compared; people who were removed from a team still count. */
function sideSql(merchant: string): string {
  return `(SELECT jsonb_build_object(
    'merchantId', m.id, 'company', m.company_name, 'website', m.website,
    'people', coalesce((SELECT jsonb_agg(jsonb_build_object('email', u.email, 'name', u.full_name))
      FROM app_user u WHERE u.merchant_id = m.id), '[]'),
    'browsers', coalesce((SELECT jsonb_agg(DISTINCT encode(d.cookie_hash, 'hex'))
      FROM known_device d JOIN app_user u ON u.id = d.user_id WHERE u.merchant_id = m.id), '[]'),
    'devices', coalesce((SELECT jsonb_agg(DISTINCT v.id) FROM (
      SELECT d.visitor_id FROM known_device d JOIN app_user u ON u.id = d.user_id WHERE u.merchant_id = m.id
      UNION SELECT s.visitor_id FROM session s JOIN app_user u ON u.id = s.user_id WHERE u.merchant_id = m.id
      ) AS v (id) WHERE v.id <> ''), '[]'),
    'ibans', coalesce((SELECT jsonb_agg(DISTINCT replace(upper(p.iban), ' ', ''))
      FROM payment_method p WHERE p.merchant_id = m.id AND p.iban IS NOT NULL), '[]'))
    FROM merchant m WHERE m.id = ${merchant})`;
}

const sidesSql = prepared(`
  SELECT jsonb_build_object(
      'applicant', jsonb_build_object('email', a.email, 'name', a.name, 'company', a.company, 'website', a.website),
      'account', ${sideSql('a.merchant_id')}) AS partner,
    ${sideSql('$2::uuid')} AS merchant
  FROM partner a WHERE a.id = $1`);
