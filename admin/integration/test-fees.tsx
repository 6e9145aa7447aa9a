import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FormEvent, useCallback, useState } from 'react';
import { NETWORKS, type Network } from '../../domain/assets.ts';

import { Card, CardBody } from '../components/card.tsx';
import { ChoiceField } from '../components/choice-field.tsx';
import { useAction } from '../components/use-action.ts';
import { useProvider } from '../data/data-provider.ts';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { networkName } from '../payouts/book/booked.tsx';
import { Actions, Fields, Pair } from './parts.tsx';

const LEVELS = ['100', '300', '1000'] as const;

/** Sandbox only: lets a simulated network ask for higher fees for a while. */
export function TestFees() {
  const provider = useProvider();
  const [network, setNetwork] = useState<Network>('BTC');
  const [level, setLevel] = useState<(typeof LEVELS)[number]>('300');
  const set = useCallback(async () => {
    await provider.setFees(network, Number(level));
    toastSuccess(t('test.fees.done', { network: networkName(network) }));
  }, [provider, network, level]);
  const { run, busy } = useAction(set);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return (
    <Card title={t('test.fees.title')}>
      <CardBody>
        <form noValidate onSubmit={submit}>
          <Fields>
            <Typography sx={{ color: 'text.secondary' }}>{t('test.fees.lead')}</Typography>
            <Pair>
              <ChoiceField
                label={t('test.fees.network')}
                value={network}
                choices={NETWORKS.map((value) => ({ value, label: networkName(value) }))}
                onChange={setNetwork}
              />
              <ChoiceField
                label={t('test.fees.level')}
                value={level}
                choices={LEVELS.map((value) => ({ value, label: t(`test.fees.level.${value}`) }))}
                onChange={setLevel}
              />
            </Pair>
            <Actions>
              <Button type="submit" disabled={busy}>
                {t('test.fees.set')}
              </Button>
            </Actions>
          </Fields>
        </form>
      </CardBody>
    </Card>
  );
}
