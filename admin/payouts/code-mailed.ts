import { ApiError } from '../data/api-error.ts';
import { t } from '../i18n/translate.ts';

/**
 * The answer of who mails the code of a payout. Where the service failed without saying why, it says what failed (spec
 * §8); a reason of its own, such as too little balance, stays.
 * @throws ApiError
 */
export async function codeMailed<Sent>(answer: Promise<Sent>): Promise<Sent> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiError && error.isUnexplained)) throw error;
    const requestId = error.requestId === null ? {} : { request_id: error.requestId };
    throw new ApiError(error.status, { code: error.code, message: t('payouts.tokenError'), ...requestId });
  }
}
