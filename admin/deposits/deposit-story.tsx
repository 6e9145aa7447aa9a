import Alert from '@mui/material/Alert';
import type { SpaDeposit } from '../../contract/deposits.ts';
import { AskSupport } from '../components/ask-support.tsx';
import { AssetLabel, tickerOf } from '../components/asset-label.tsx';
import { Card, CardBody } from '../components/card.tsx';
import { CopyText } from '../components/copy-text.tsx';
import { Facts } from '../components/facts.tsx';
import { coinsText } from '../components/money.tsx';
import { Column, Page, Split } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { RowLink } from '../components/row-link.tsx';
import { Timeline } from '../components/timeline.tsx';
import { ValueLines } from '../components/value-lines.tsx';
import { formatClock, formatDay, formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { LedgerCard } from '../invoices/ledger-card.tsx';
import { PaymentBox } from '../invoices/payment-box.tsx';
import { addressPath, DEPOSITS_PATH } from './deposit-paths.ts';
import { depositReason } from './deposit-status.ts';
import { DepositStatusChip } from './deposit-status-chip.tsx';
import { depositTimeline } from './deposit-timeline.ts';

/** Where a deposit is, what came in by which transactions, and what reached the balance. */
export function DepositStory({ deposit }: { deposit: SpaDeposit }) {
  const { amount, gate_id, reference, created_at, ledger, status } = deposit;
  const reason = depositReason(deposit);
  const items = depositTimeline(deposit);
  return (
    <Page>
      <PageHead
        title={coinsText(amount, gate_id)}
        tabTitle={`${t('deposit.title')}: ${reference}`}
        crumbs={[{ label: t('deposits.title'), to: DEPOSITS_PATH }, { label: reference }]}
        beside={
          <span role="status">
            <DepositStatusChip deposit={deposit} />
          </span>
        }
        sub={t('deposit.sub', { reference, date: formatDay(created_at), time: formatClock(created_at) })}
      />
      {reason && <Alert severity={status === 'error' ? 'error' : 'info'}>{reason}</Alert>}
      <Split>
        <Column>
          <Card title={t('timeline.title')}>
            <Timeline
              items={items.map(({ transaction, ...item }) => ({
                ...item,
                body: transaction && <PaymentBox transaction={transaction} />,
              }))}
            />
          </Card>
          {ledger.length > 0 && <LedgerCard ledger={ledger} />}
        </Column>
        <Column>
          <AmountsCard deposit={deposit} />
          <FactsCard deposit={deposit} />
          <AskSupport about="deposit" id={deposit.id} />
        </Column>
      </Split>
    </Page>
  );
}

/** The amount received, the fees, and the amount credited to the balance. */
function AmountsCard({ deposit }: { deposit: SpaDeposit }) {
  const { amount, net_amount, fees, gate_id, conversion, status } = deposit;
  const coins = (text: string) => coinsText(text, gate_id);
  return (
    <Card title={t('deposit.amounts')}>
      <CardBody>
        <ValueLines
          caption={t('deposit.amounts')}
          lines={[
            { label: t('deposits.column.amount'), value: coins(amount) },
            { label: t('deposit.fee'), value: coins(fees.service) },
            {
              label: t(status === 'done' ? 'deposit.added' : 'deposits.column.net'),
              value: coins(net_amount),
              sum: true,
            },
            ...(conversion === null
              ? []
              : [
                  { label: t('deposit.converted'), value: coinsText(conversion.amount_from, conversion.from) },
                  {
                    label: t('deposit.convertedInto'),
                    value: coinsText(conversion.amount_to, conversion.to),
                    sum: true,
                  },
                ]),
          ]}
        />
      </CardBody>
    </Card>
  );
}

function FactsCard({ deposit }: { deposit: SpaDeposit }) {
  const { id, gate_id, reference, address_id, address, destination_tag, minimum, conversion, completed_at } = deposit;
  return (
    <Card title={t('deposit.facts')}>
      <Facts
        facts={[
          {
            label: t('deposit.customer'),
            value: address_id === null ? reference : <RowLink to={addressPath(address_id)}>{reference}</RowLink>,
          },
          { label: t('history.column.asset'), value: <AssetLabel gateId={gate_id} /> },
          {
            label: t('address.address'),
            value: address && <CopyText value={address} label={t('address.addressLabel')} />,
          },
          {
            label: t('address.tag'),
            value: destination_tag && <CopyText value={destination_tag} label={t('address.tagLabel')} />,
          },
          { label: t('address.minimum'), value: coinsText(minimum, gate_id) },
          {
            label: t('deposit.rate'),
            value:
              conversion &&
              t('deposit.rateOf', {
                from: tickerOf(conversion.from),
                amount: coinsText(conversion.rate, conversion.to),
              }),
          },
          { label: t('deposit.completed'), value: completed_at && formatMoment(completed_at) },
          { label: t('deposit.id'), value: <CopyText value={id} label={t('deposit.idLabel')} /> },
        ]}
      />
    </Card>
  );
}
