import { intlTag, type Language } from '../../domain/languages.ts';
import { LEGAL_DOCUMENTS, versionInForce } from '../../domain/legal/documents.ts';
import type { FeeOperation } from '../../domain/money/fees.ts';
import { fillText } from '../../domain/text/messages.ts';
import de from '../../locales/de/legal.json' with { type: 'json' };
import en from '../../locales/en/legal.json' with { type: 'json' };
import es from '../../locales/es/legal.json' with { type: 'json' };
import fr from '../../locales/fr/legal.json' with { type: 'json' };
import it from '../../locales/it/legal.json' with { type: 'json' };
import pt from '../../locales/pt/legal.json' with { type: 'json' };
import ru from '../../locales/ru/legal.json' with { type: 'json' };
import type { Config } from '../../settings/config.ts';

/** HTML that we made ourselves. */
export interface Html {
  readonly html: string;
}

export type SiteValues = Readonly<Record<string, string | Html>>;

type ServedWords = (typeof en)['served'];

/** Texts that this file adds by itself. */
const SERVED_WORDS: Readonly<Record<Language, ServedWords>> = {
  en: en.served,
  de: de.served,
  fr: fr.served,
  es: es.served,
  it: it.served,
  pt: pt.served,
  ru: ru.served,
};

/** Values of public pages that come from the operator's settings. */
export function settingsOf(config: Config, language: Language = 'en'): SiteValues {
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
    CAPTCHA: captchaIn(config, SERVED_WORDS[language]),
    SUBPROCESSORS: list(processorsOf(config, SERVED_WORDS[language])),
    ...Object.fromEntries(
      LEGAL_DOCUMENTS.map(({ slug }) => [
        `VERSION_${slug.toUpperCase().replaceAll('-', '_')}`,
        dayInWords(versionInForce(slug, legalRevisedOn), language),
      ]),
    ),
  };
}

/** The fees of a plan: in percent for people, in basis points for what counts with them. */
export function feesOf(plan: Partial<Record<FeeOperation, number>>, language: Language = 'en'): SiteValues {
  const percent = new Intl.NumberFormat(intlTag(language), { style: 'percent', maximumFractionDigits: 2 });
  return Object.fromEntries(
    Object.entries(plan).flatMap(([operation, bps]) => [
      [`FEE_${operation.toUpperCase()}`, percent.format(bps / 10_000)],
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

/** The recipients of personal data in this configuration, by the host that it names. */
function processorsOf({ verification, captcha, smtpUrl, bank, chains }: Config, words: ServedWords): readonly string[] {
  const nodes = Object.values(chains.production).filter((url) => url !== undefined);
  const processors = [
    ...(verification === undefined ? [] : [fillText(words.verification, { host: hostOf(verification.url) })]),
    ...(captcha === undefined ? [] : [fillText(words.captcha, { hosts: captcha.origins.map(hostOf).join(', ') })]),
    ...(isElsewhere(smtpUrl) ? [words.mail] : []),
    ...(bank === undefined ? [] : [fillText(words.bank, { bic: bank.account.bic })]),
    ...(nodes.some(isElsewhere) ? [words.nodes] : []),
  ];
  return processors.length > 0 ? processors : [words.none];
}

function captchaIn({ captcha }: Config, words: ServedWords): string {
  if (captcha === undefined) return words.noCaptcha;
  const hosts = captcha.origins.map(hostOf);
  const all = hosts.slice(1).reduce((one, other) => fillText(words.and, { one, other }), hosts[0] ?? '');
  return fillText(words.captchaFrom, { hosts: all });
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

function dayInWords(day: string, language: Language): string {
  return new Intl.DateTimeFormat(intlTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
