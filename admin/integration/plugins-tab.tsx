import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import { WOOCOMMERCE_PLUGIN } from '../../contract/cms-plugins.ts';
import { Card, CardBody } from '../components/card.tsx';
import { Column } from '../components/page.tsx';
import { t } from '../i18n/translate.ts';
import { Actions, CodeBox, Fields, Quiet } from './parts.tsx';
import { BtcpayCard } from './plugins/btcpay-card.tsx';

/** Plugins for shop systems: our own to download, and the values for those that others wrote. */
export default function PluginsTab() {
  return (
    <Column>
      <OwnPlugin />
      <BtcpayCard />
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
            <Typography>{t('plugins.text')}</Typography>
            <Quiet>{t('plugins.version', { version: WOOCOMMERCE_PLUGIN.version })}</Quiet>
          </div>
          <Actions>
            <Button href={WOOCOMMERCE_PLUGIN.path} variant="contained" download>
              {t('plugins.download')}
            </Button>
          </Actions>
          <Steps />
          <Actions>
            <Button component={RouterLink} to="/integration/api">
              {t('plugins.tokens')}
            </Button>
            <Button component={RouterLink} to="/integration/profile">
              {t('plugins.key')}
            </Button>
            <Button href="/docs/api">{t('plugins.docs')}</Button>
          </Actions>
        </Fields>
      </CardBody>
    </Card>
  );
}

function Steps() {
  return (
    <div>
      <Typography variant="h3">{t('plugins.steps')}</Typography>
      <StepList>
        <li>{t('plugins.step.upload')}</li>
        <li>
          {t('plugins.step.address')}
          <CodeBox>{window.location.origin}</CodeBox>
        </li>
        <li>{t('plugins.step.keys')}</li>
        <li>{t('plugins.step.test')}</li>
      </StepList>
    </div>
  );
}

const StepList = styled('ol')({
  margin: '8px 0 0',
  paddingInlineStart: 24,
  listStyle: 'decimal',
  display: 'grid',
  gap: 8,
  '& li > pre': { marginTop: 8 },
});
