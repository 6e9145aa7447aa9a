import { Card, CardBody } from '../../components/card.tsx';
import { ChoiceInput } from '../../forms/choice-input.tsx';
import { t } from '../../i18n/translate.ts';
import { Fields, Pair, Quiet } from '../parts.tsx';
import type { ProfilePart } from './profile-form.ts';

const PAYERS = ['merchant', 'customer'] as const;
const FEES = ['service_fee_payer', 'network_fee_payer', 'conversion_fee_payer', 'refund_fee_payer'] as const;

/** The payer of each fee (spec §3, fee settings): the merchant, or the customer on top of the price. */
export function FeePayersCard({ disabled }: ProfilePart) {
  return (
    <Card title={t('profile.fees')}>
      <CardBody>
        <Fields>
          <Quiet>{t('profile.feesLead')}</Quiet>
          <Pair>
            {FEES.map((source) => (
              <ChoiceInput
                key={source}
                source={source}
                label={t(`profile.${source}`)}
                help={t(`profile.${source}.help`)}
                choices={PAYERS.map((value) => ({ value, label: t(`profile.payer.${value}`) }))}
                disabled={disabled}
              />
            ))}
          </Pair>
        </Fields>
      </CardBody>
    </Card>
  );
}
