import type { Db } from '../../db/core/sequelize.ts';
import type { Config } from '../../settings/config.ts';
import { openMailer } from '../mail/mailer.ts';
import type { AlertSender } from './channel.ts';
import { type AlertDelivery, startAlertDelivery } from './delivery.ts';
import { pagerdutyChannel, webhookChannel } from './http-channels.ts';
import { mailChannel } from './mail-channel.ts';

/** The channels that are set up, with connections of their own: what fails elsewhere does not fail them. */
export function openAlertSenders({ alerts, smtpUrl, smtpCa, mailFrom }: Config): readonly AlertSender[] {
  const mail =
    alerts.mail === undefined || smtpUrl === undefined
      ? undefined
      : mailChannel(openMailer({ smtpUrl, ca: smtpCa, from: mailFrom }), alerts);
  return [mail, webhookChannel(alerts), pagerdutyChannel(alerts)].filter((each) => each !== undefined);
}

/** Starts telling operators of alerts as the settings say. Without a channel, nothing is sent. */
export function tellOperators(config: Config, db: Db, onTrouble: (error: unknown) => void): AlertDelivery {
  return startAlertDelivery({ db, settings: config.alerts, senders: openAlertSenders(config), onTrouble });
}
