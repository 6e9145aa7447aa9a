import Button from '@mui/material/Button';
import { useMemo, useState } from 'react';
import { useNotify } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import type { DepositForm, StaticAddress } from '../../api/contract/deposits.ts';
import { gateName } from '../components/asset-label.tsx';
import { coinsText } from '../components/money.tsx';
import { useProvider } from '../data/data-provider.ts';
import { useRequestKey } from '../data/use-request-key.ts';
import { Form } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { ConversionInputs, conversionChoices } from '../integration/conversion-inputs.tsx';
import { Actions, Fields } from '../integration/parts.tsx';
import { type AddressDraft, addressRules, emptyAddress, toBody } from './address-form.ts';
import { Created } from './created.tsx';

/** Euro: a creditor reference of the customer, the same one each time. */
export function EuroDeposit({ form }: { form: DepositForm }) {
  const [address, setAddress] = useState<StaticAddress | null>(null);
  const provider = useProvider();
  const notify = useNotify();
  const keyOf = useRequestKey();
  const empty = useMemo((): AddressDraft => ({ ...emptyAddress(form), gate_id: 'EUR' }), [form]);
  if (address !== null) return <Created address={address} onAnother={() => setAddress(null)} />;
  const usual = {
    value: 'profile' as const,
    label: t('newDeposit.euro.usual', { asset: gateName('USDT_TRC20') }),
    help: t('newDeposit.euro.usualHelp'),
  };
  return (
    <Form<AddressDraft>
      defaultValues={empty}
      rules={addressRules}
      send={async (draft) => {
        const body = toBody(draft);
        setAddress(await provider.createAddress(body, keyOf(body)));
        notify(t('newDeposit.done'), { type: 'success' });
      }}
    >
      <Fields>
        <p>
          {t('newDeposit.euro', {
            minimum: coinsText(form.euro?.minimum ?? '0', 'EUR'),
            percent: Number(form.fee_percent),
          })}
        </p>
        <TextInput
          source="reference"
          label={t('newDeposit.reference')}
          autoComplete="off"
          help={t('newDeposit.referenceHelp')}
        />
        <ConversionInputs types={[usual, ...conversionChoices()]} profile={form} gates={['EUR']} />
        <TextInput
          source="description"
          label={t('create.optional', { label: t('address.description') })}
          autoComplete="off"
          help={t('newDeposit.descriptionHelp')}
        />
        <Actions>
          <SubmitButton label={t('newDeposit.submit')} busy={t('newDeposit.busy')} />
          <Button component={RouterLink} to="/balance">
            {t('action.cancel')}
          </Button>
        </Actions>
      </Fields>
    </Form>
  );
}
