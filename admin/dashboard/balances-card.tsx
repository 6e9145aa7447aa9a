import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { SpaBalance } from '../../api/contract/balances.ts';
import { hasMoney, useBalances } from '../balance/use-balances.ts';
import { AssetLabel } from '../components/asset-label.tsx';
import { Card, CardBody, VisuallyHidden } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Coins, coinsText } from '../components/money.tsx';
import { useMay } from '../data/use-may.ts';
import { t } from '../i18n/translate.ts';
import { isPositive } from '../invoices/decimal.ts';

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  '& th': { textAlign: 'left', fontWeight: 400 },
  '& th, & td': { height: 52, padding: '6px 0', borderTop: `1px solid ${theme.palette.divider}` },
  '& tr:first-of-type > *': { borderTop: 0 },
  '& td': { textAlign: 'right', fontVariantNumeric: 'tabular-nums', lineHeight: '20px' },
  '& small': { display: 'block', fontSize: 13, color: theme.palette.text.secondary },
}));

/** The assets there is something of: available, and below it what is not settled yet. */
export function BalancesCard() {
  const { data = [], error, isPending, refetch } = useBalances();
  const rows = data.filter(hasMoney);
  return (
    <Card title={t('dashboard.balances')} aside={<Ways rows={rows} />}>
      {body()}
    </Card>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('balance.loading')} rows={3} />;
    if (error) return <ListError title={t('balance.error')} error={error} onRetry={() => void refetch()} />;
    if (rows.length === 0) {
      return (
        <CardBody>
          <Typography sx={{ color: 'text.secondary' }}>{t('balance.empty.text')}</Typography>
        </CardBody>
      );
    }
    return (
      <CardBody>
        <Table>
          <caption>
            <VisuallyHidden>{t('balance.caption')}</VisuallyHidden>
          </caption>
          <tbody>
            {rows.map((row) => (
              <tr key={row.gate_id}>
                <th scope="row">
                  <AssetLabel gateId={row.gate_id} />
                </th>
                <td>
                  <Figures row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </CardBody>
    );
  }
}

/** To a payout, where there is something to pay out, and to all balances. */
function Ways({ rows }: { rows: readonly SpaBalance[] }) {
  const mayPayOut = useMay('merchant_payout_create');
  return (
    <>
      {mayPayOut && rows.some(({ available }) => isPositive(available)) && (
        <Link component={RouterLink} to="/payouts/request-payout" variant="caption">
          {t('balance.payout')}
        </Link>
      )}
      <Link component={RouterLink} to="/balance" variant="caption">
        {t('dashboard.allBalances')}
      </Link>
    </>
  );
}

function Figures({ row: { gate_id, available, pending } }: { row: SpaBalance }) {
  return (
    <>
      <Coins amount={available} gateId={gate_id} unit="none" />
      {isPositive(pending) && <small>{t('balance.unsettledOf', { amount: coinsText(pending, gate_id) })}</small>}
    </>
  );
}
