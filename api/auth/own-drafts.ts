import type { TokenBearer } from '../../db/shops/api-tokens.ts';
import { onlyDrafts } from '../../domain/accounts/permissions.ts';
import { DomainError } from '../../domain/errors.ts';

/**
 * A key of drafts takes back its own payouts, not those of people and of other programs.
 * @throws DomainError `permission_denied`
 */
export async function requireOwnDraft(
  { permissions, tokenId }: TokenBearer,
  readCreator: () => Promise<string>,
): Promise<void> {
  if (!onlyDrafts('payout', permissions) || (await readCreator()) === tokenId) return;
  throw new DomainError('permission_denied', {
    message: 'This key only cancels the drafts that it created.',
    fields: { permission: ['payout'] },
  });
}
