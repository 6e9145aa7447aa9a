import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import { Card, CardBody } from '../components/card.tsx';
import { Column } from '../components/page.tsx';
import { t } from '../i18n/translate.ts';
import { Actions, Fields } from './parts.tsx';
import { BtcpayCard } from './plugins/btcpay-card.tsx';

/** Spec §2. */
const PLUGIN_VERSION = '1.0.1';

/** Plugins for shop systems. Their packages come later, which the page says. */
export default function PluginsTab() {
  return (
    <Column>
      <BtcpayCard />
      <OwnPlugin />
    </Column>
  );
}

function OwnPlugin() {
  return (
    <Card title={t('plugins.title')}>
      <CardBody>
        <Fields>
          <Typography sx={{ color: 'text.secondary' }}>{t('plugins.lead')}</Typography>
          <div>
            <Typography variant="h3">{t('plugins.name')}</Typography>
            <Typography>{t('plugins.version', { version: PLUGIN_VERSION })}</Typography>
            <Typography sx={{ color: 'text.secondary' }}>{t('plugins.text')}</Typography>
          </div>
          <Alert severity="info">
            <strong>{t('plugins.later')}.</strong> {t('plugins.laterText')}
          </Alert>
          <Actions>
            <Button href="/docs/api">{t('plugins.docs')}</Button>
            <Button component={RouterLink} to="/integration?tab=links">
              {t('plugins.links')}
            </Button>
          </Actions>
        </Fields>
      </CardBody>
    </Card>
  );
}
