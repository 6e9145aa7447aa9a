import { styled } from '@mui/material/styles';
import { gates, isCryptoGateId } from '../../domain/assets/assets.ts';
import { formatCoins, formatFiat, withCurrency } from '../i18n/format.ts';
import { tickerOf } from './asset-label.tsx';

const Figure = styled('span')({ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' });
const Unit = styled('span')(({ theme }) => ({
  display: 'inline-block',
  width: 44,
  paddingLeft: 6,
  textAlign: 'left',
  color: theme.palette.text.secondary,
  fontSize: 13,
}));

export interface MoneyProps {
  /** A decimal string in major units. */
  amount: string;
  /** A fiat currency. */
  currency: string;
  signed?: boolean;
}

/** A fiat amount in tabular figures, every digit as the server sent it. */
export function Money({ amount, currency, signed = false }: MoneyProps) {
  return <Figure>{formatFiat(amount, currency, { signed })}</Figure>;
}

export interface CoinsProps {
  amount: string;
  gateId: string;
  /** The ticker in a column of its own, for right-aligned cells; `none` where a column names the asset already. */
  unit?: 'beside' | 'column' | 'none';
}

/** An amount of an asset in tabular figures. */
export function Coins({ amount, gateId, unit = 'beside' }: CoinsProps) {
  if (unit === 'beside') return <Figure>{coinsText(amount, gateId)}</Figure>;
  return (
    <Figure>
      {gateId === 'EUR' ? coinsText(amount, gateId) : formatCoins(amount, placesOf(gateId))}
      {unit === 'column' && <Unit>{gateId === 'EUR' ? '' : tickerOf(gateId)}</Unit>}
    </Figure>
  );
}

/** `0.00310000 BTC`; euro as everywhere else: `€12.00` */
export function coinsText(amount: string, gateId: string): string {
  const shown = formatCoins(amount, placesOf(gateId));
  return gateId === 'EUR' ? withCurrency(shown, gateId) : `${shown} ${tickerOf(gateId)}`;
}

function placesOf(gateId: string): number {
  return isCryptoGateId(gateId) ? gates[gateId].decimalsShown : 2;
}
