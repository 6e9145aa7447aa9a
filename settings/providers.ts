import { withoutTrailing } from '../domain/text/trailing.ts';
/** A captcha provider that speaks as reCAPTCHA does; hCaptcha and Turnstile have a mode for it. */
export interface CaptchaConfig {
  readonly siteKey: string;
  readonly secret: string;
  /** Where tokens are verified. */
  readonly url: string;
  /** The script that draws the riddle. */
  readonly scriptUrl: string;
  /** The origins from which pages of the back office may load its scripts and frames. */
  readonly origins: readonly string[];
}

/** A provider of verifications that speaks the applicant interface. */
export interface VerificationConfig {
  readonly url: string;
  readonly appToken: string;
  readonly secret: string;
  /** Signs its webhooks. */
  readonly webhookSecret: string;
  readonly levels: { readonly company: string; readonly individual: string };
}

/** The provider of verifications, where all of it is set. */
export function verificationOf(
  given: {
    readonly [Name in keyof VerificationConfig]: VerificationConfig[Name] | (Name extends 'levels' ? never : undefined);
  },
): VerificationConfig | undefined {
  const { url: address, appToken, secret, webhookSecret, levels } = given;
  if (address === undefined || appToken === undefined || secret === undefined || webhookSecret === undefined)
    return undefined;
  return { url: withoutTrailing(address, '/'), appToken, secret, webhookSecret, levels };
}

/** The captcha, where both of its keys are set. */
export function captchaOf(
  siteKey: string | undefined,
  secret: string | undefined,
  provider: Pick<CaptchaConfig, 'url' | 'scriptUrl' | 'origins'>,
): CaptchaConfig | undefined {
  return siteKey === undefined || secret === undefined ? undefined : { siteKey, secret, ...provider };
}
