import { LEGAL_DOCUMENTS, versionInForce } from '../../domain/legal/documents.ts';
import type { FeeOperation } from '../../domain/money/fees.ts';
import { formatTrimmed } from '../../domain/money/money.ts';
import type { Config } from '../../settings/config.ts';

/** HTML that we made ourselves. */
export interface Html {
  readonly html: string;
}

export type SiteValues = Readonly<Record<string, string | Html>>;

/** What the operator's settings fill in on public pages. */
export function settingsOf(config: Config): SiteValues {
  const { publicUrl, operatorName, operatorLine, invoiceLifetimeSeconds, retentionYears, legalRevisedOn } = config;
  const { support, contactRetentionMonths } = config;
  return {
    ORIGIN: new URL(publicUrl).origin,
    OPERATOR: operatorName,
    OPERATOR_LINE: operatorLine,
    LIFETIME_MINUTES: String(Math.round(invoiceLifetimeSeconds / 60)),
    RETENTION_YEARS: String(retentionYears),
    SUPPORT_MAIL: support.mail,
    SUPPORT_HOURS: support.hours,
    ANSWER_HOURS: String(support.answerHours),
    CONTACT_MONTHS: String(contactRetentionMonths),
    CAPTCHA: captchaIn(config),
    SUBPROCESSORS: list(processorsOf(config)),
    ...Object.fromEntries(
      LEGAL_DOCUMENTS.map(({ slug }) => [
        `VERSION_${slug.toUpperCase().replaceAll('-', '_')}`,
        dayInWords(versionInForce(slug, legalRevisedOn)),
      ]),
    ),
  };
}

/** The fees of a plan: in percent for people, in basis points for what counts with them. */
export function feesOf(plan: Partial<Record<FeeOperation, number>>): SiteValues {
  return Object.fromEntries(
    Object.entries(plan).flatMap(([operation, bps]) => [
      [`FEE_${operation.toUpperCase()}`, `${formatTrimmed(BigInt(bps), 2)}%`],
      [`BPS_${operation.toUpperCase()}`, String(bps)],
    ]),
  );
}

/** `__NAME__` becomes its value, with HTML in it as text unless the value is HTML of ours. */
export function fillIn(text: string, values: SiteValues): string {
  return text.replaceAll(/__([A-Z_]+?)__/g, (mark, name: string) => {
    const value = values[name];
    if (value === undefined) return mark;
    return typeof value === 'string' ? escapeText(value) : value.html;
  });
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function list(items: readonly string[]): Html {
  return { html: `<ul>${items.map((item) => `<li>${escapeText(item)}</li>`).join('')}</ul>` };
}

/** Who gets personal data by this configuration, by the host that it names. */
function processorsOf({ verification, captcha, smtpUrl, bank, chains }: Config): readonly string[] {
  const nodes = Object.values(chains.production).filter((url) => url !== undefined);
  const processors = [
    ...(verification === undefined ? [] : [`Verification of businesses and people: ${hostOf(verification.url)}`]),
    ...(captcha === undefined ? [] : [`Captcha against automated sign-ups: ${captcha.origins.map(hostOf).join(', ')}`]),
    ...(isElsewhere(smtpUrl) ? ['A provider of email: addresses and contents of our emails'] : []),
    ...(bank === undefined ? [] : [`The bank of our account (BIC ${bank.account.bic}): names and IBANs of payees`]),
    ...(nodes.some(isElsewhere) ? ['Operators of blockchain nodes: addresses and transactions'] : []),
  ];
  return processors.length > 0 ? processors : ['None: everything runs on our own machines.'];
}

function captchaIn({ captcha }: Config): string {
  if (captcha === undefined) return 'none is configured here.';
  return `here it is loaded from ${captcha.origins.map(hostOf).join(' and ')}, on forms without a session only.`;
}

/** Only the host: user, password and path of an address are nobody's business. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url;
}

/** Whether another machine than ours, or one of a private network, answers there. */
function isElsewhere(url: string | undefined): boolean {
  if (url === undefined) return false;
  const host = hostOf(url);
  return !/^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)/.test(host) && host.includes('.');
}

function dayInWords(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}
