import type { AlertSettings } from '../../domain/alerts/settings.ts';
import type { Mailer } from '../mail/mailer.ts';
import { type MailContent, renderMail } from '../mail/template.ts';
import { fill } from '../mail/values.ts';
import type { AlertSender } from './channel.ts';
import { type AlertEvent, type AlertNews, pageOf } from './news.ts';

/** No further mailbox is begun after this long, so that the attempt ends before its lease. */
const BEGIN_WITHIN_MS = 30_000;

/** Mails alerts, one mail for each mailbox. Those that have it are not mailed again when another one failed. */
export function mailChannel(mailer: Mailer, settings: AlertSettings): AlertSender {
  const { to = [], escalationTo = [] } = settings.mail ?? {};
  const domain = new URL(settings.baseUrl).hostname;
  return {
    channel: 'mail',
    async send(news, sentTo) {
      const isForAll = news.event === 'escalated' || news.wasEscalated;
      const mailboxes = [...new Set([...to, ...(isForAll ? escalationTo : [])])];
      const done = new Set(sentTo);
      const failures: string[] = [];
      const beganMs = performance.now();
      for (const mailbox of mailboxes.filter((each) => !done.has(each))) {
        if (performance.now() - beganMs > BEGIN_WITHIN_MS) failures.push('the mail server is slow');
        else {
          const mail = {
            messageId: `alert.${news.id}@${domain}`,
            to: mailbox,
            replyTo: null,
            ...alertMail(news, settings),
          };
          await mailer.send(mail).then(
            () => done.add(mailbox),
            (error: unknown) => failures.push(error instanceof Error ? error.message : String(error)),
          );
        }
      }
      const [failure] = failures;
      return { delivered: failure === undefined, detail: failure ?? 'sent', sentTo: [...done] };
    },
    close: async () => mailer.close(),
  };
}

const LABELS: Readonly<Record<AlertEvent, string>> = {
  raised: '',
  escalated: ', not acknowledged',
  acknowledged: ', acknowledged',
  resolved: ', resolved',
};

const LEADS: Readonly<Record<AlertEvent, string>> = {
  raised: 'An alert was raised.',
  escalated: 'Nobody has acknowledged this alert yet.',
  acknowledged: 'Somebody is looking into this alert.',
  resolved: 'This alert is resolved.',
};

/** An alert in words, for operators. */
function alertMail(news: AlertNews, { baseUrl }: AlertSettings): MailContent {
  const { severity, title, event, subject, message, kind, raisedAt, runbook, acknowledged } = news;
  const label = `${severity.charAt(0).toUpperCase()}${severity.slice(1)}`;
  return renderMail({
    language: 'en',
    sender: 'Tidegate operations',
    subject: fill(`[${label}${LABELS[event]}] ${title}: {subject}`, { subject }),
    heading: title,
    paragraphs: [LEADS[event], fill('{message}', { message })],
    facts: [
      { label: 'Severity', value: label },
      { label: 'Kind', value: kind, isCode: true },
      { label: 'Subject', value: subject, isCode: true },
      { label: 'Since', value: `${raisedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` },
      ...(acknowledged === undefined ? [] : [{ label: 'Acknowledged by', value: acknowledged.by }]),
      { label: 'Runbook', value: runbook, isCode: true, isOwn: true },
    ],
    button: { label: 'View alert', url: pageOf(baseUrl, news) },
    footer: ['You get this email because ALERT_MAIL_TO or ALERT_ESCALATION_MAIL_TO of the gateway names this address.'],
  });
}
