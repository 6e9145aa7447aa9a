import Typography from '@mui/material/Typography';
import { useNotify } from 'react-admin';
import { NETWORKS, type Network } from '../../domain/assets/assets.ts';
import { Card, CardBody } from '../components/card.tsx';
import { useProvider } from '../data/use-provider.ts';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { Form } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { t } from '../i18n/translate.ts';
import { networkName } from '../payouts/book/booked.tsx';
import { Actions, Fields, Pair } from './parts.tsx';

const LEVELS = ['100', '300', '1000'] as const;
const USUAL: { network: Network; level: (typeof LEVELS)[number] } = { network: 'BTC', level: '300' };

/** Sandbox only: lets a simulated network ask for higher fees for a while. */
export function TestFees() {
  const provider = useProvider();
  const notify = useNotify();
  return (
    <Card title={t('test.fees.title')}>
      <CardBody>
        <Form
          defaultValues={USUAL}
          send={async ({ network, level }) => {
            await provider.setFees(network, Number(level));
            notify(t('test.fees.done', { network: networkName(network) }), { type: 'success' });
          }}
        >
          <Fields>
            <Typography sx={{ color: 'text.secondary' }}>{t('test.fees.lead')}</Typography>
            <Pair>
              <ChoiceInput
                source="network"
                label={t('test.fees.network')}
                choices={NETWORKS.map((value) => ({ value, label: networkName(value) }))}
              />
              <ChoiceInput
                source="level"
                label={t('test.fees.level')}
                choices={LEVELS.map((value) => ({ value, label: t(`test.fees.level.${value}`) }))}
              />
            </Pair>
            <Actions>
              <SubmitButton label={t('test.fees.set')} variant="outlined" />
            </Actions>
          </Fields>
        </Form>
      </CardBody>
    </Card>
  );
}
