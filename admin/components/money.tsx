import { styled } from '@mui/material/styles';
import { formatDecimal, formatFiat } from '../i18n/format.ts';

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
  /** A ticker, or a currency with `fiat`. */
  unit: string;
  fiat?: boolean;
  signed?: boolean;
  /** The ticker in a column of its own, for right-aligned cells. */
  column?: boolean;
}

/** An amount in tabular figures; every digit as the server sent it. */
export function Money({ amount, unit, fiat = false, signed = false, column = false }: MoneyProps) {
  if (fiat) return <Figure>{formatFiat(amount, unit, { signed })}</Figure>;
  const decimal = formatDecimal(amount, { signed });
  if (!column) return <Figure>{`${decimal} ${unit}`}</Figure>;
  return (
    <Figure>
      {decimal}
      <Unit>{unit}</Unit>
    </Figure>
  );
}
