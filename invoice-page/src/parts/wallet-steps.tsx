import { useEffect, useRef, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { type BrowserWallet, WalletError } from '../live/browser-wallets.ts';
import type { InvoiceStore } from '../live/store.ts';
import { payByWallet, type WalletStep } from '../live/wallet-payment.ts';
import type { Payment } from '../model/payment.ts';
import type { WalletProblem } from '../model/wallet-problem.ts';
import { NoteBox } from './note-box.tsx';

interface Props {
  store: InvoiceStore;
  payment: Payment;
  wallets: readonly BrowserWallet[];
}

/** A payment that a wallet says it has sent shows within this, unless something is wrong with it. */
const SHOWS_AFTER_MS = 60_000;

/** Lets a wallet of the browser pay: the only one at once, one of several by its name. */
export function WalletSteps({ store, payment, wallets }: Props) {
  const { t } = useWords();
  const [chosen, choose] = useState<BrowserWallet | null>(wallets.length === 1 ? (wallets[0] ?? null) : null);
  const part = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => part.current?.focus(), []);
  return (
    <div className="wallets" ref={part} tabIndex={-1}>
      {chosen === null ? (
        <fieldset>
          <legend className="label">{t('wallet.choose')}</legend>
          {wallets.map((wallet) => (
            <button key={wallet.id} type="button" className="button quiet" onClick={() => choose(wallet)}>
              {wallet.name}
            </button>
          ))}
        </fieldset>
      ) : (
        <Paying store={store} payment={payment} wallet={chosen} />
      )}
    </div>
  );
}

type State =
  | { readonly at: WalletStep }
  | { readonly at: 'problem'; readonly problem: WalletProblem }
  | { readonly at: 'sent' | 'unseen'; readonly txid: string };

function Paying({ store, payment, wallet }: { store: InvoiceStore; payment: Payment; wallet: BrowserWallet }) {
  const { t } = useWords();
  const [state, setState] = useState<State>({ at: 'connect' });
  const [round, setRound] = useState(0);
  const words = { wallet: wallet.name, network: payment.coin.networkName };

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks the wallet once
  useEffect(() => {
    let isShown = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: State) => isShown && setState(next);
    payByWallet({ store, wallet, amount: payment.amount, onStep: (at) => show({ at }) }).then(
      (txid) => {
        show({ at: 'sent', txid });
        // The page then looks for it more often; that it fails changes nothing.
        store.pay().catch(() => undefined);
        timer = setTimeout(() => show({ at: 'unseen', txid }), SHOWS_AFTER_MS);
      },
      (error: unknown) => {
        show({ at: 'problem', problem: error instanceof WalletError ? error.problem : 'failed' });
        void store.refresh();
      },
    );
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [round]);

  return (
    <>
      <div role="status">
        {state.at === 'problem' ? (
          <NoteBox tone="warning" icon="alert" text={t(`wallet.${state.problem}`, words)} />
        ) : (
          <NoteBox tone="info" icon={state.at === 'sent' ? 'check' : 'wallet'} text={t(`wallet.${state.at}`, words)} />
        )}
      </div>
      {'txid' in state && <code className="txid">{state.txid}</code>}
      {state.at === 'problem' && (
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            setState({ at: 'connect' });
            setRound(round + 1);
          }}
        >
          {t('action.retry')}
        </button>
      )}
    </>
  );
}
