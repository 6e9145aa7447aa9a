import { useState } from 'react';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { useWords } from '../i18n/words.tsx';
import type { BrowserWallet } from '../live/browser-wallets.ts';
import { useBrowserWallets } from '../live/hooks.ts';
import type { InvoiceStore } from '../live/store.ts';
import { rateSource, rateText } from '../model/facts.ts';
import { type Payment, paymentOf } from '../model/payment.ts';
import { payUntil } from '../model/rates.ts';
import { CoinIcon } from '../parts/coin-icon.tsx';
import { CopyButton, useCopy } from '../parts/copy-button.tsx';
import { Countdown, Tide } from '../parts/countdown.tsx';
import { Icon } from '../parts/icon.tsx';
import { PartMeter } from '../parts/part-meter.tsx';
import { PayerEmail } from '../parts/payer-email.tsx';
import { type Way, WaysToSend } from '../parts/ways-to-send.tsx';

interface Props {
  store: InvoiceStore;
  view: CustomerInvoice;
  screen: 'pay' | 'partial';
  onChange: () => void;
}

/** The amount to send and its address: the whole amount or, after a partial payment, the rest. */
export function Pay({ store, view, screen, onChange }: Props) {
  const { t, format } = useWords();
  const payment = paymentOf(view, screen, { t, format });
  const [way, setWay] = useState<Way>('code');
  const wallets = useBrowserWallets(view);
  if (payment === null) return null;
  const source = rateSource(view, t);
  return (
    <>
      <div className="bar">
        <CoinIcon gate={payment.gateId} size={28} />
        <h1 id="title" tabIndex={-1}>
          {t(screen === 'partial' ? 'partial.title' : 'pay.title', { asset: payment.coin.name })}
        </h1>
        {screen === 'pay' && view.gates.length > 1 && (
          <button type="button" className="link" onClick={onChange}>
            {t('pay.change')}
            <span className="unseen"> {t('pay.change_what')}</span>
          </button>
        )}
      </div>
      {screen === 'partial' && <PartMeter view={view} />}
      <div className="due">
        <p className="label">{t('pay.send')}</p>
        <p className="amount">{payment.amountText}</p>
        <CopyButton text={payment.amount} what={t(screen === 'partial' ? 'copy.rest' : 'copy.amount')} />
      </div>
      <div className="terms">
        <p className="chip" data-tone={payment.coin.token ? 'warning' : 'info'}>
          <Icon name={payment.coin.token ? 'alert' : 'network'} size={16} />
          {payment.only}
        </p>
        {source === null ? (
          <p className="muted">{rateText(view, format)}</p>
        ) : (
          <details className="muted">
            <summary>{rateText(view, format)}</summary>
            {t('fact.source')}: {source}
          </details>
        )}
      </div>
      <WaysToSend {...{ store, view, payment, rest: screen === 'partial', way, wallets }} onWay={setWay} />
      {payment.held !== null && <p className="hint">{payment.held}</p>}
      <PayerEmail store={store} view={view} />
      <PayDock
        store={store}
        view={view}
        payment={payment}
        rest={screen === 'partial'}
        wallets={wallets}
        isByWallet={way === 'wallet'}
        onWallet={() => setWay('wallet')}
      />
    </>
  );
}

interface DockProps {
  store: InvoiceStore;
  view: CustomerInvoice;
  payment: Payment;
  rest: boolean;
  wallets: readonly BrowserWallet[];
  /** A wallet of this browser is asked: another way to pay beside it would be one too many. */
  isByWallet: boolean;
  onWallet: () => void;
}

function PayDock({ store, view, payment, rest, wallets, isByWallet, onWallet }: DockProps) {
  const { t } = useWords();
  const [said, setSaid] = useState(false);
  const [problem, setProblem] = useState(false);
  const waiting = said ? 'pay.looking' : rest ? 'pay.waiting_rest' : 'pay.waiting';

  async function sayPaid(): Promise<void> {
    setSaid(true);
    setProblem(false);
    try {
      await store.pay();
    } catch {
      setSaid(false);
      setProblem(true);
    }
  }

  return (
    <div className="dock">
      <Tide store={store} from={view.created_at} until={payUntil(view)} />
      <p className="said" role="status">
        {problem ? t('notice.failed') : said ? t('pay.looking_hint') : ''}
      </p>
      <div className="acts">
        {!isByWallet && <MainAction payment={payment} wallets={wallets} onWallet={onWallet} />}
        {!said && (
          <button type="button" className="button quiet" onClick={() => void sayPaid()}>
            {t('pay.paid')}
          </button>
        )}
      </div>
      <div className="clock">
        <p>
          <span className="dot" />
          {t(waiting)}
        </p>
        <Countdown store={store} until={payUntil(view)} label={t('pay.rate_held')} />
      </div>
    </div>
  );
}

/** A wallet of this browser, or one that a link can open; else the address, which is what the payer needs next. */
function MainAction({ payment, wallets, onWallet }: Pick<DockProps, 'payment' | 'wallets' | 'onWallet'>) {
  const { t } = useWords();
  const [state, copy] = useCopy(payment.address);
  if (wallets.length > 0) {
    return (
      <button type="button" className="button" onClick={onWallet}>
        <Icon name="wallet" />
        {t(wallets.length > 1 ? 'wallet.pay_here' : 'wallet.pay', { wallet: wallets[0]?.name ?? '' })}
      </button>
    );
  }
  if (payment.walletLink !== null) {
    return (
      <a className="button" href={payment.walletLink}>
        <Icon name="wallet" />
        {t('pay.wallet')}
      </a>
    );
  }
  return (
    <button type="button" className="button" onClick={copy}>
      <Icon name={state === 'copied' ? 'check' : 'copy'} />
      <span aria-live="polite">
        {t(state === 'idle' ? 'pay.copy_address' : state === 'copied' ? 'copy.copied' : 'copy.by_hand')}
      </span>
    </button>
  );
}
