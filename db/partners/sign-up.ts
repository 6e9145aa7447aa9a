import { fieldError } from '../../domain/errors.ts';
import type { MerchantId, UserId } from '../../domain/ids.ts';
import type { AcceptedVersions } from '../../domain/legal/documents.ts';
import { createProfiles } from '../accounts/merchants.ts';
import { companyNamed } from '../accounts/moments.ts';
import { usersTable } from '../accounts/rows.ts';
import { createAccount } from '../accounts/sign-ups.ts';
import { tokenHash } from '../core/random-tokens.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { applyStep } from '../process/apply.ts';
import { react } from '../process/reactions.ts';
import { merchantProcess } from '../shops/merchant-process.ts';
import { findApproved } from './read.ts';
import { partnersTable } from './rows.ts';

/** What the link of an approval opens for somebody who is not signed in. */
export interface PartnerLinkState {
  /** `known`: the address has an account, whose owner signs in and accepts. */
  readonly state: 'new' | 'known' | 'expired';
  readonly name: string | null;
  readonly email: string | null;
}

/** An unknown or used link looks like an expired one. */
export async function partnerLinkState(on: Db | Tx, token: string, nowMs: number): Promise<PartnerLinkState> {
  const approved = await findApproved(on, token, nowMs);
  if (approved === undefined) return { state: 'expired', name: null, email: null };
  const { name, email } = approved;
  const known = await usersTable.findOne(on, { email }, { columns: ['id'] });
  return { state: known === undefined ? 'new' : 'known', name, email };
}

export interface PartnerSignUp {
  /** Of the mailed link, which proves the address. */
  readonly token: string;
  readonly fullName: string;
  readonly country: string;
  readonly passwordHash: string;
  readonly acceptedVersions: AcceptedVersions;
  readonly nowMs: number;
}

/**
 * Opens the account of an approved applicant: without a shop, for one person, whose role has the rooms of partners
 * alone. It is an account as every other one, so that earnings have a balance there, its owner is verified, and
 * withdrawals pay them out. The link stays good for the agreement.
 * @throws DomainError 422 on `token` for a link that opens nothing, or whose address has an account
 */
export async function signUpAsPartner(
  tx: Tx,
  box: SecretBox,
  { token, nowMs, ...person }: PartnerSignUp,
): Promise<{ readonly userId: UserId; readonly merchantId: MerchantId }> {
  // Two sign-ups by one link at once are one after the other.
  await partnersTable.findOne(tx, { tokenHash: tokenHash(token) }, { columns: ['id'], lock: tx.LOCK.UPDATE });
  const approved = await findApproved(tx, token, nowMs);
  const created =
    approved &&
    (await createAccount(tx, {
      ...person,
      email: approved.email,
      language: approved.language,
      productUpdates: false,
      role: approved.kind,
    }));
  if (approved === undefined || created === undefined) throw fieldError('token', 'Link expired');
  const { merchantId } = created;
  const name = approved.company ?? person.fullName;
  const company = { name, turnover: null, website: approved.website };
  const named = { type: 'company_named', company } as const;
  await applyStep(tx, merchantProcess, { id: merchantId, event: named, cause: null, nowMs });
  await createProfiles(tx, box, { merchantId, name });
  await react(tx, companyNamed, [{ merchantId }]);
  return created;
}
