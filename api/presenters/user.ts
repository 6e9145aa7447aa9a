import type { SpaUser } from '../../contract/session.ts';
import { isComplete, type SignedInUser, userMay } from '../../db/accounts/users.ts';
import { permissionsOf, roleMay } from '../../domain/accounts/permissions.ts';
import { NETWORKS } from '../../domain/assets/assets.ts';
import { legalDocument, notAccepted, versionsToAccept } from '../../domain/legal/documents.ts';
import { type Config, isSimulated } from '../../settings/config.ts';

/**
 * The signed-in user as the back office needs it. Roles that may not view the merchant (spec §6) get neither its status
 * nor its name: their merchant is complete, so the shell does without.
 */
export function presentUser(user: SignedInUser, config: Config): SpaUser {
  const { id, email, fullName, role, roleAfterTwoFactor, activeMode, merchant } = user;
  return {
    id,
    email,
    full_name: fullName,
    role,
    role_after_2fa: roleAfterTwoFactor === 'viewer' ? null : roleAfterTwoFactor,
    active_profile_type: activeMode,
    active_shop_id: user.activeShopId,
    simulated: NETWORKS.some((network) => isSimulated(config, activeMode, network)),
    '2fa_enabled': user.twoFactorEnabled,
    language: user.language,
    subscriptions: {
      mail_enabled: user.subscriptions.mail,
      login_attempt: user.subscriptions.signIn,
      product_updates: user.subscriptions.productUpdates,
    },
    legal_to_accept: legalToAccept(user, config),
    permissions: isComplete(user) ? permissionsOf(role).filter((each) => userMay(user, each)) : [],
    merchant: {
      id: merchant.id,
      ...(roleMay(role, 'merchant_merchant_viewAny')
        ? { status: merchant.status, company_name: merchant.companyName }
        : {}),
      can_production_activate: mayActivateProduction(user),
      has_shops: merchant.hasShops,
    },
  };
}

function legalToAccept({ acceptedVersions }: SignedInUser, { legalRevisedOn }: Config): SpaUser['legal_to_accept'] {
  const current = versionsToAccept(legalRevisedOn);
  return notAccepted(acceptedVersions, current).map((slug) => ({
    document: slug,
    title: legalDocument(slug).title,
    version: current[slug],
    accepted_version: acceptedVersions[slug] ?? null,
    path: `/legal/${slug}`,
  }));
}

/** Production opens with the merchant's verification (spec §4). */
export function mayActivateProduction({ merchant }: SignedInUser): boolean {
  return merchant.status === 'verified';
}
