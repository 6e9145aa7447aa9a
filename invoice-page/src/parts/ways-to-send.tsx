import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { MessageKey } from '../i18n/messages.ts';
import { useWords } from '../i18n/words.tsx';
import type { BrowserWallet } from '../live/browser-wallets.ts';
import type { InvoiceStore } from '../live/store.ts';
import type { Payment } from '../model/payment.ts';
import { PhoneCode } from './phone-code.tsx';
import { RarePart } from './rare-part.tsx';
import { Recipient } from './recipient.tsx';
import { ScanBox } from './scan-box.tsx';

/** How the payer sends: by code and address, from an exchange, by a wallet of this browser, or on the phone. */
export type Way = 'code' | 'exchange' | 'wallet' | 'phone';

interface Props {
  store: InvoiceStore;
  view: CustomerInvoice;
  payment: Payment;
  rest: boolean;
  way: Way;
  wallets: readonly BrowserWallet[];
  onWay: (way: Way) => void;
}

const loadSteps = async () => (await import('./exchange-steps.tsx')).ExchangeStepList;
const loadWallet = async () => (await import('./wallet-steps.tsx')).WalletSteps;

const BACK: Readonly<Record<Exclude<Way, 'code'>, MessageKey>> = {
  exchange: 'exchange.wallet',
  wallet: 'wallet.other',
  phone: 'phone.back',
};

/** Code and address for a wallet, or what helps those who pay in another way. */
export function WaysToSend(props: Props) {
  const { view, payment, rest, way, onWay } = props;
  const { t } = useWords();
  return (
    <>
      {way === 'code' ? (
        <>
          <ScanBox payment={payment} />
          <Recipient payment={payment} rest={rest} />
        </>
      ) : (
        <OtherWay {...props} way={way} />
      )}
      {/* A demo has no exchange to pay from, and no real one pays a simulated network. */}
      {!view.demo &&
        (way === 'code' ? (
          <>
            <button type="button" className="link way" onClick={() => onWay('exchange')}>
              {t('exchange.open')}
            </button>
            <button type="button" className="link way beside-phones" onClick={() => onWay('phone')}>
              {t('phone.open')}
            </button>
          </>
        ) : (
          <button type="button" className="link way" onClick={() => onWay('code')}>
            {t(BACK[way])}
          </button>
        ))}
    </>
  );
}

function OtherWay({ store, view, payment, way, wallets }: Props & { way: Exclude<Way, 'code'> }) {
  switch (way) {
    case 'exchange':
      return <RarePart load={loadSteps} name="exchange" with={{ store, view, payment }} />;
    case 'wallet':
      return <RarePart load={loadWallet} name="wallet" with={{ store, payment, wallets }} />;
    case 'phone':
      return <PhoneCode store={store} />;
    default:
      return way satisfies never;
  }
}
