import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { BookedAddress } from '../../../contract/payouts.ts';
import { CRYPTO_GATES, type CryptoGateId, gates } from '../../../domain/assets/assets.ts';
import { networkOf, tickerOf } from '../../components/asset-label.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';

const Network = styled('span')(({ theme }) => ({
  whiteSpace: 'nowrap',
  '& small': { fontSize: 13, color: theme.palette.text.secondary },
}));

/** Its name, or that it has none. */
export function bookedName({ label }: BookedAddress) {
  if (label !== null) return <strong>{label}</strong>;
  return (
    <Typography component="span" sx={{ color: 'text.secondary' }}>
      {t('book.unnamed')}
    </Typography>
  );
}

/** The assets of a network: an address is good for each of them. */
export function gatesOn(network: string): readonly CryptoGateId[] {
  return CRYPTO_GATES.filter((gateId) => gates[gateId].network === network);
}

export function networkName(network: string): string {
  const [first] = gatesOn(network);
  return first === undefined ? network : networkOf(first);
}

/** `Ethereum`, and under it `ETH, USDT`. */
export function NetworkLabel({ network }: { network: string }) {
  return (
    <Network>
      {networkName(network)} <small>{gatesOn(network).map(tickerOf).join(', ')}</small>
    </Network>
  );
}

/** Whether it may be paid to by now, and if not, from when on. */
export function CoolOffChip({ booked: { usable_from } }: { booked: BookedAddress }) {
  if (Date.parse(usable_from) <= Date.now()) {
    return (
      <ToneChip tone="success" icon="checkCircle">
        {t('book.usable')}
      </ToneChip>
    );
  }
  return (
    <ToneChip tone="warning" icon="clock">
      {t('book.usableFrom', { time: formatMoment(usable_from) })}
    </ToneChip>
  );
}
