import type { AlertSettings } from './settings.ts';

/** All channels, to addresses that do not exist. */
export function alertSettings(given: Partial<AlertSettings> = {}): AlertSettings {
  return {
    mail: { to: ['ops@pay.test'], escalationTo: ['head@pay.test'] },
    webhook: { url: 'http://127.0.0.1:9/alerts', secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX' },
    pagerduty: { url: 'http://127.0.0.1:9/v2/enqueue', routingKey: 'R0000000000000000000000000000000' },
    allowedNetworks: ['127.0.0.0/8'],
    baseUrl: 'https://pay.test',
    escalationMinutes: 15,
    quietHours: undefined,
    timeZone: 'UTC',
    ...given,
  };
}
