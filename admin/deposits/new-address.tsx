import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import type { StaticAddress } from '../../contract/deposits.ts';
import { useProvider } from '../data/use-provider.ts';
import { useRequestKey } from '../data/use-request-key.ts';
import { Form } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { Actions, Fields } from '../integration/parts.tsx';
import { type AddressDraft, addressRules, toBody } from './address-form.ts';
import { Created } from './created.tsx';

interface NewAddressProps {
  /** As the form begins. */
  empty: AddressDraft;
  /** Content above the reference: the choice of an asset, and the terms of deposits in it. */
  terms: ReactNode;
  conversion: ReactNode;
}

/** The form of an address for a customer, and the address once it was created. */
export function NewAddress({ empty, terms, conversion }: NewAddressProps) {
  const [address, setAddress] = useState<StaticAddress | null>(null);
  const provider = useProvider();
  const notify = useNotify();
  const keyOf = useRequestKey();
  if (address !== null) return <Created address={address} onAnother={() => setAddress(null)} />;
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
        {terms}
        <TextInput
          source="reference"
          label={t('newDeposit.reference')}
          autoComplete="off"
          help={t('newDeposit.referenceHelp')}
        />
        {conversion}
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
