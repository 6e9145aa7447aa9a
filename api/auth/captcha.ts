import { DomainError, fieldError } from '../../domain/errors.ts';
import type { Config } from '../../settings/config.ts';

/** Tells people from programs before a mail is sent for them. */
export interface Captcha {
  /** The settings with which the front end shows the captcha; null: none is required. */
  readonly widget: { readonly siteKey: string; readonly scriptUrl: string } | null;
  /**
   * @throws DomainError 422 on `recaptcha_token` when the riddle was not solved; `service_unavailable` when its
   *   provider does not answer
   */
  require(token: string | undefined, ip: string): Promise<void>;
}

/** The provider that `CAPTCHA_SECRET` belongs to; without one nothing is asked, as in a sandbox. */
export function createCaptcha({ captcha }: Pick<Config, 'captcha'>): Captcha {
  if (captcha === undefined) return { widget: null, require: async () => {} };
  return {
    widget: { siteKey: captcha.siteKey, scriptUrl: captcha.scriptUrl },
    async require(token, ip) {
      if (token === undefined || token === '') throw fieldError('recaptcha_token', 'Please solve the captcha.');
      if (!(await isSolved({ ...captcha, token, ip }))) {
        throw fieldError('recaptcha_token', 'The captcha was not solved. Please try again.');
      }
    },
  };
}

const TIMEOUT_MS = 5000;

/** The `siteverify` call that reCAPTCHA, hCaptcha and Turnstile share. */
async function isSolved(ask: { url: string; secret: string; token: string; ip: string }): Promise<boolean> {
  const { url, secret, token, ip } = ask;
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: ip }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json()) as { success?: unknown };
    return answer.success === true;
  } catch (error) {
    throw new DomainError('service_unavailable', { cause: error });
  }
}
