import { useEffect, useState } from 'react';
import type { CustomerGate, CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { CryptoGateId } from '../../../domain/assets/assets.ts';
import { useWords } from '../i18n/words.tsx';
import { ClientError } from '../live/client.ts';
import { useRemaining } from '../live/hooks.ts';
import type { InvoiceStore } from '../live/store.ts';
import { coins } from '../model/coin.ts';
import { timeAndFee } from '../model/cost.ts';
import { earliestRefresh, rateOverText } from '../model/rates.ts';
import { CardRow } from '../parts/card-row.tsx';
import { CoinIcon } from '../parts/coin-icon.tsx';
import { Countdown, clockText, Tide } from '../parts/countdown.tsx';
import { Icon } from '../parts/icon.tsx';
import { Marks } from '../parts/marks.tsx';
import { NewQuote } from '../parts/new-quote.tsx';
import { PayerEmail } from '../parts/payer-email.tsx';

interface Props {
  store: InvoiceStore;
  view: CustomerInvoice;
  /** True when a coin was chosen before and another is wanted. */
  changing: boolean;
  onDone: () => void;
}

/** The coins on offer at the page's rate, which renews itself until one is chosen. */
export function Choose({ store, view, changing, onDone }: Props) {
  const { t, format } = useWords();
  const [busy, setBusy] = useState<CryptoGateId | null>(null);
  const [problem, setProblem] = useState('');
  // Chosen before, and not to be changed: its rate has ended.
  const note = problem || (!changing && rateOverText(view, { t, format }));
  const tone = problem === '' ? 'warning' : 'error';

  async function choose(gateId: CryptoGateId): Promise<void> {
    if (changing && gateId === view.gate_id) return onDone();
    setBusy(gateId);
    setProblem('');
    try {
      await store.choose(gateId, view.gates.find((gate) => gate.gate_id === gateId)?.amount ?? undefined);
      onDone();
    } catch (error) {
      setProblem(t(noticeOf(error)));
    } finally {
      setBusy(null);
    }
  }

  return (
    <>
      <div className="bar">
        <h1 id="title" tabIndex={-1}>
          {t('choose.title')}
        </h1>
        {changing && (
          <button type="button" className="link" onClick={onDone}>
            {t('choose.back')}
          </button>
        )}
      </div>
      <p className="lead">{t('choose.lead', { count: view.rate_lock_minutes })}</p>
      <noscript>{t('noscript.choose')}</noscript>
      <div role="alert">
        {note && (
          <p className="note" data-tone={tone}>
            <Icon name="alert" />
            <span>{note}</span>
          </p>
        )}
      </div>
      {!changing && <NewQuote view={view} busy={busy !== null} onAccept={(gateId) => void choose(gateId)} />}
      <ul className="assets" aria-busy={busy !== null}>
        {view.gates.map((gate) => (
          <li key={gate.gate_id}>
            <AssetButton
              gate={gate}
              chosen={changing && gate.gate_id === view.gate_id}
              currency={view.currency}
              busy={busy}
              onChoose={() => void choose(gate.gate_id)}
            />
          </li>
        ))}
      </ul>
      <CardRow view={view} />
      <RateTimer store={store} view={view} />
      <PayerEmail store={store} view={view} />
      <div className="dock">
        <Tide store={store} from={view.created_at} until={view.expires_at} />
        <div className="clock">
          <p>{t('choose.clock')}</p>
          <Countdown store={store} until={view.expires_at} label="" />
        </div>
      </div>
    </>
  );
}

function AssetButton(props: {
  gate: CustomerGate;
  currency: string;
  chosen: boolean;
  busy: CryptoGateId | null;
  onChoose: () => void;
}) {
  const { t, format } = useWords();
  const { gate, currency, chosen, busy, onChoose } = props;
  const coin = coins[gate.gate_id];
  const here = busy === gate.gate_id;
  const name = coin.token ? t('choose.on', { asset: coin.asset, network: coin.networkName }) : coin.name;
  const detail = here ? t('choose.locking') : chosen ? t('choose.current') : timeAndFee(gate, currency, { t, format });
  return (
    <button
      type="button"
      className="asset"
      disabled={gate.amount === null && !chosen}
      aria-disabled={busy !== null}
      data-busy={here}
      data-chosen={chosen}
      onClick={() => busy === null && onChoose()}
    >
      <CoinIcon gate={gate.gate_id} />
      <span className="name">
        <b>{name}</b>
        <Marks gate={gate} />
        <small>{detail}</small>
      </span>
      <span className="number">
        {gate.amount === null ? t('choose.no_rate') : format.coins(gate.amount, gate.gate_id)}
      </span>
      <Icon name={chosen ? 'check' : 'chevron'} size={16} />
    </button>
  );
}

/** Reads the rates again as they run out; no sooner than this after the last time. */
const LEAST_PAUSE_MS = 3_000;

function RateTimer({ store, view }: { store: InvoiceStore; view: CustomerInvoice }) {
  const { t } = useWords();
  const until = earliestRefresh(view.gates);
  const remaining = useRemaining(store, until ?? view.server_time);
  const due = until === null || remaining <= 0;
  useEffect(() => {
    if (!due) return;
    const refresh = () => void store.refresh();
    const first = setTimeout(refresh, 250);
    const again = setInterval(refresh, LEAST_PAUSE_MS);
    return () => {
      clearTimeout(first);
      clearInterval(again);
    };
  }, [store, due]);
  return (
    <p className="rates" data-due={due}>
      {due ? t('choose.rates_now') : t('choose.rates', { time: clockText(Math.ceil(remaining / 1000)) })}
    </p>
  );
}

function noticeOf(error: unknown): 'notice.locked' | 'notice.changed' | 'notice.no_rate' | 'notice.failed' {
  if (!(error instanceof ClientError)) return 'notice.failed';
  if (error.code === 'gate_locked') return 'notice.locked';
  if (error.code === 'changed_meanwhile') return 'notice.changed';
  return error.code.startsWith('rate') || error.status === 503 ? 'notice.no_rate' : 'notice.failed';
}
