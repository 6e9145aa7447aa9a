import { connect } from '../../db/connect.ts';
import { alertSettings } from '../../domain/alerts/settings.fixture.ts';
import { startAlertDelivery } from './delivery.ts';
import { webhookChannel } from './http-channels.ts';

// Tells of alerts in a process of its own, which dies at the step that a test names.
const [url = '', hook = '', at = ''] = process.argv.slice(2);
const settings = alertSettings({
  mail: undefined,
  pagerduty: undefined,
  webhook: { url: hook, secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX' },
});
startAlertDelivery({
  db: connect(url),
  settings,
  senders: [webhookChannel(settings)].filter((each) => each !== undefined),
  onTrouble: (error) => console.error(error),
  onStep: async (step) => {
    if (step === at) process.kill(process.pid, 'SIGKILL');
  },
});
