import Alert from '@mui/material/Alert';
import { styled } from '@mui/material/styles';
import type { StaticAddress } from '../../contract/deposits.ts';
import { gates } from '../../domain/assets/assets.ts';
import { spacedReference } from '../../domain/bank/creditor-reference.ts';
import { AssetLabel, gateName, tickerOf } from '../components/asset-label.tsx';
import { CopyText } from '../components/copy-text.tsx';
import { type Fact, Facts } from '../components/facts.tsx';
import { coinsText } from '../components/money.tsx';
import { QrCode } from '../components/qr-code.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { EmulateDeposit } from './emulate-deposit.tsx';

const Body = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 });
const Parts = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'center',
  gap: 16,
  '& > *:last-of-type': { width: '100%' },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'auto minmax(0, 1fr)', alignItems: 'start' },
}));

/** The address with its QR code, what may be sent there, and its terms. */
export function AddressDetails({ address }: { address: StaticAddress }) {
  const { gate_id, payment_uri, mode } = address;
  return (
    <Body>
      <Alert severity="warning">{warningOf(address)}</Alert>
      <Parts>
        <QrCode text={payment_uri} label={t('address.qr', { asset: gateName(gate_id) })} />
        <div>
          <Facts facts={factsOf(address)} />
        </div>
      </Parts>
      {mode === 'sandbox' && gate_id !== 'EUR' && <EmulateDeposit address={address} />}
    </Body>
  );
}

/** A warning of the most frequent mistake of payers. */
function warningOf({ gate_id, destination_tag }: StaticAddress): string {
  if (gate_id === 'EUR') return t('address.euro');
  const only = t('address.only', { ticker: tickerOf(gate_id), network: gates[gate_id].networkTitle });
  return destination_tag === null ? only : `${only} ${t('address.tagNeeded')}`;
}

/** The reference and account details for a bank transfer. */
function bankFacts({ bank }: StaticAddress): Fact[] {
  if (bank === null) return [];
  const { creditor_reference, name, bic } = bank;
  const reference = spacedReference(creditor_reference);
  return [
    { label: t('address.creditor'), value: <CopyText value={reference} label={t('address.creditorLabel')} /> },
    { label: t('address.holder'), value: <CopyText value={name} label={t('address.holderLabel')} /> },
    { label: t('address.bic'), value: <CopyText value={bic} label={t('address.bicLabel')} /> },
  ];
}

function factsOf(of: StaticAddress): Fact[] {
  const { gate_id, address, destination_tag, minimum, autoconversion, reference, description } = of;
  return [
    { label: t('history.column.asset'), value: <AssetLabel gateId={gate_id} /> },
    {
      label: t(gate_id === 'EUR' ? 'address.iban' : 'address.address'),
      value: <CopyText value={address} label={t('address.addressLabel')} />,
    },
    ...bankFacts(of),
    {
      label: t('address.tag'),
      value: destination_tag && <CopyText value={destination_tag} label={t('address.tagLabel')} />,
    },
    { label: t('deposit.customer'), value: <CopyText value={reference} label={t('address.referenceLabel')} /> },
    { label: t('address.minimum'), value: t('address.minimumOf', { amount: coinsText(minimum, gate_id) }) },
    { label: t('address.conversion'), value: conversionText(autoconversion) },
    { label: t('address.description'), value: description },
    { label: t('address.webhooks'), value: of.notification_url },
    { label: t('history.column.created'), value: formatMoment(of.created_at) },
  ];
}

function conversionText(conversion: StaticAddress['autoconversion']): string {
  if (conversion === null) return t('address.conversion.profile');
  const { type, gate_id, percent = 0 } = conversion;
  if (type === 'none' || gate_id === undefined) return t('address.conversion.none');
  return t(`address.conversion.${type}`, { asset: gateName(gate_id), percent });
}
