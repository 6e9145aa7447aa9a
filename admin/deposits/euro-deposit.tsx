import { useMemo } from 'react';
import type { DepositForm } from '../../contract/deposits.ts';
import { gateName } from '../components/asset-label.tsx';
import { coinsText } from '../components/money.tsx';
import { t } from '../i18n/translate.ts';
import { ConversionInputs, conversionChoices } from '../integration/conversion-inputs.tsx';
import { type AddressDraft, emptyAddress } from './address-form.ts';
import { NewAddress } from './new-address.tsx';

/** Euro: a creditor reference of the customer, the same one each time. */
export function EuroDeposit({ form }: { form: DepositForm }) {
  const empty = useMemo((): AddressDraft => ({ ...emptyAddress(form), gate_id: 'EUR' }), [form]);
  const usual = {
    value: 'profile' as const,
    label: t('newDeposit.euro.usual', { asset: gateName('USDT_TRC20') }),
    help: t('newDeposit.euro.usualHelp'),
  };
  return (
    <NewAddress
      empty={empty}
      terms={
        <p>
          {t('newDeposit.euro', {
            minimum: coinsText(form.euro?.minimum ?? '0', 'EUR'),
            percent: Number(form.fee_percent),
          })}
        </p>
      }
      conversion={<ConversionInputs types={[usual, ...conversionChoices()]} profile={form} gates={['EUR']} />}
    />
  );
}
