import type { AlertSettings } from '../domain/alerts/settings.ts';
import { withoutTrailing } from '../domain/text/trailing.ts';
import type { GetVariable } from './servers.ts';

/** Facts that the settings of alerts depend on. */
interface AlertSurroundings {
  readonly publicUrl: string;
  readonly smtpUrl: string | undefined;
  readonly nodeEnv: string;
}

/** Undefined where the variable is wrong, which is among the problems already. */
type MaybeWrong<T> = T | undefined;

/** The recipients of alerts; nobody, if nothing is set. */
export function readAlerts(
  get: GetVariable,
  { publicUrl, smtpUrl, nodeEnv }: AlertSurroundings,
  problems: string[],
): AlertSettings {
  const to = get('ALERT_MAIL_TO') as MaybeWrong<readonly string[]>;
  const escalationTo = get('ALERT_ESCALATION_MAIL_TO') as MaybeWrong<readonly string[]>;
  const pagerdutyUrl = get('ALERT_PAGERDUTY_URL') as MaybeWrong<string>;
  const [url, secret] = [get('ALERT_WEBHOOK_URL'), get('ALERT_WEBHOOK_SECRET')];
  const routingKey = get('ALERT_PAGERDUTY_KEY');
  const hasMail = to !== undefined && to.length > 0;
  if (hasMail && smtpUrl === undefined) problems.push('SMTP_URL is required because ALERT_MAIL_TO is set');
  if (to?.length === 0 && escalationTo !== undefined && escalationTo.length > 0) {
    problems.push('ALERT_MAIL_TO is required because ALERT_ESCALATION_MAIL_TO is set');
  }
  if ((url === undefined) !== (secret === undefined)) {
    const [missing, given] = url === undefined ? ['URL', 'SECRET'] : ['SECRET', 'URL'];
    problems.push(`ALERT_WEBHOOK_${missing} is required because ALERT_WEBHOOK_${given} is set`);
  }
  if (nodeEnv === 'production') {
    // Alerts tell strangers on the way what is wrong with the gateway, and PagerDuty's key is a password.
    if (url?.startsWith('http:')) problems.push('ALERT_WEBHOOK_URL must begin with https:// in production');
    if (pagerdutyUrl?.startsWith('http:')) problems.push('ALERT_PAGERDUTY_URL must begin with https:// in production');
  }
  return {
    mail: hasMail && smtpUrl !== undefined ? { to, escalationTo: escalationTo ?? [] } : undefined,
    webhook: url === undefined || secret === undefined ? undefined : { url, secret },
    pagerduty: routingKey === undefined || pagerdutyUrl === undefined ? undefined : { url: pagerdutyUrl, routingKey },
    allowedNetworks: get('ALERT_ALLOWED_NETWORKS'),
    baseUrl: withoutTrailing(get('ALERT_BASE_URL') ?? publicUrl, '/'),
    escalationMinutes: get('ALERT_ESCALATION_MINUTES'),
    quietHours: get('ALERT_QUIET_HOURS'),
    timeZone: get('ALERT_TIME_ZONE'),
  };
}
