import type { MerchantId } from '../../domain/ids.ts';
import { moment } from '../process/reactions.ts';

interface MerchantMoment {
  readonly merchantId: MerchantId;
}

/** A sign-up is complete: the merchant is active. */
export const companyNamed = moment<MerchantMoment>('merchant.company_named');

/** An account is being deleted for good; nothing of it may act any more. */
export const accountErased = moment<MerchantMoment>('merchant.erased');
