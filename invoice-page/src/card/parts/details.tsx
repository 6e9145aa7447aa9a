import type { ReactNode } from 'react';
import type { CardOrder } from '../../../../contract/card-payment.ts';
import { coins } from '../../model/coin.ts';
import { webUrl } from '../../model/links.ts';
import { Address } from '../../parts/address.tsx';
import { TransactionLink } from '../../parts/facts.tsx';
import { useCardWords } from '../words.tsx';

/** The facts of an order: what arrives where, and where to look it up. */
export function Details({ order, children }: { order: CardOrder; children?: ReactNode }) {
  const { t, format } = useCardWords();
  const { gate_id, address, destination_tag: tag, customer, txid, delivered_amount: delivered } = order;
  return (
    <dl className="facts">
      <Fact name={t('fact.get')}>
        <strong>
          {format.coins(
            order.status === 'delivered' ? (delivered ?? order.crypto_amount) : order.crypto_amount,
            gate_id,
          )}
        </strong>
      </Fact>
      <Fact name={t('fact.network')}>{coins[gate_id].networkName}</Fact>
      {order.invoice_id !== null ? (
        <Fact name={t('fact.to')}>{t('fact.to_shop', { shop: order.shop.name })}</Fact>
      ) : (
        address !== null && (
          <div data-kind="address">
            <dt>{t('fact.to')}</dt>
            <dd>
              <Address address={address} />
            </dd>
          </div>
        )
      )}
      {tag !== null && order.invoice_id === null && (
        <Fact name={t('tag.label')}>
          <code>{tag}</code>
        </Fact>
      )}
      {customer !== null && <Fact name={t('fact.email')}>{customer.email_masked}</Fact>}
      {txid !== null && (
        <Fact name={t('fact.transaction')}>
          <TransactionLink id={txid} href={webUrl(order.explorer_url)} />
        </Fact>
      )}
      <Fact name={t('fact.order')}>
        <code>{order.id}</code>
      </Fact>
      {children}
    </dl>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
