import { useEffect, useRef, useState } from 'react';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { RefundCoin } from '../../../contract/refunds.ts';
import type { RefundMessage } from '../../../contract/signed-refund.ts';
import type { MessageKey } from '../i18n/messages.ts';
import { useTimedWords } from '../i18n/words.tsx';
import { type BrowserWallet, WalletError } from '../live/browser-wallets.ts';
import { ClientError } from '../live/client.ts';
import { useBrowserWallets } from '../live/hooks.ts';
import { useSending } from '../live/sending.ts';
import type { InvoiceStore } from '../live/store.ts';
import { OtherAccountError, signByWallet } from '../live/wallet-signature.ts';
import { coins } from '../model/coin.ts';
import { offerFacts } from '../model/refund-offer.ts';
import { CopyButton } from './copy-button.tsx';
import { Facts } from './facts.tsx';
import { Field, TagField } from './field.tsx';
import { Icon } from './icon.tsx';

type FieldName = 'address' | 'memo' | 'signature' | 'key';

interface Problem {
  readonly field: FieldName | null;
  readonly text: MessageKey;
}

const EMPTY: Readonly<Record<FieldName, string>> = { address: '', memo: '', signature: '', key: '' };

/**
 * Requests a refund with a signature of the account that paid. The message names the recipient, so a new recipient
 * needs a new message.
 */
export function SignRefund({ store, view }: { store: InvoiceStore; view: CustomerInvoice }) {
  const { t } = useTimedWords();
  const [values, setValues] = useState(EMPTY);
  const [signed, setSigned] = useState<RefundMessage | null>(null);
  const { busy, problem, start, onSubmit } = useSending(send, fail);
  const wallets = useBrowserWallets(view);
  const [wallet, setWallet] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const network = view.gate_id === null ? '' : coins[view.gate_id].networkName;
  const about = { shop: view.merchant.name, network, account: signed?.signer ?? '', wallet };
  const isByWallet = signed !== null && wallets.length > 0;
  const isXrp = view.gate_id === 'XRP';
  const value = (name: FieldName) => values[name].trim();
  const target = { address: value('address'), memo: value('memo') };

  async function send(): Promise<void> {
    if (signed === null) return setSigned(await store.refundMessage(target));
    const { valid_until } = signed;
    await store.signRefund({ ...target, valid_until, signature: value('signature'), public_key: value('key') });
  }

  async function signBy({ name, provider }: BrowserWallet, message: RefundMessage): Promise<void> {
    setWallet(name);
    const signature = await signByWallet(provider, message);
    await store.signRefund({ ...target, valid_until: message.valid_until, signature });
  }

  function fail(error: unknown): Problem {
    const found = problemOf(error, signed !== null);
    if (found.text === 'sign.late') setSigned(null);
    if (found.field !== null) document.getElementById(`sign-${found.field}`)?.focus();
    return found;
  }

  const field = (name: FieldName) => ({
    id: `sign-${name}`,
    value: values[name],
    problem: problem?.field === name ? t(problem.text, about) : '',
    onValue: (text: string) => {
      setValues({ ...values, [name]: text });
      if (name === 'address' || name === 'memo') setSigned(null);
    },
  });
  return (
    <form className="refund" noValidate onSubmit={onSubmit}>
      <h2 ref={title} tabIndex={-1}>
        {t('sign.title')}
      </h2>
      <p className="hint">{t('sign.say', about)}</p>
      <Field {...field('address')} label={t('refund.address', about)} />
      {isXrp && <TagField {...field('memo')} />}
      {signed !== null && (
        <>
          <Message text={signed.message} />
          <p className="hint">{t('refund.fees', about)}</p>
          <Proceeds view={view} />
          <WalletButtons wallets={wallets} busy={busy} onSign={(by) => start(() => signBy(by, signed))} />
          <Field {...field('signature')} label={t('sign.signature')} />
          {isXrp && <Field {...field('key')} label={t('sign.key')} />}
        </>
      )}
      <p className="problem" role="alert">
        {problem === null || problem.field !== null ? '' : t(problem.text, about)}
      </p>
      <button type="submit" className={isByWallet ? 'button quiet' : 'button'} aria-disabled={busy}>
        {t(signed === null ? 'sign.make' : 'refund.send')}
      </button>
    </form>
  );
}

interface WalletButtonsProps {
  wallets: readonly BrowserWallet[];
  busy: boolean;
  onSign: (wallet: BrowserWallet) => void;
}

/** One click signs and sends. */
function WalletButtons({ wallets, busy, onSign }: WalletButtonsProps) {
  const { t } = useTimedWords();
  return wallets.map((wallet) => (
    <button key={wallet.id} type="button" className="button" aria-disabled={busy} onClick={() => onSign(wallet)}>
      <Icon name="wallet" />
      {t('sign.with', { wallet: wallet.name })}
    </button>
  ));
}

function Proceeds({ view }: { view: CustomerInvoice }) {
  const words = useTimedWords();
  const coin = coinOf(view);
  return coin === null ? null : <Facts facts={offerFacts(coin, view.currency, words)} />;
}

function Message({ text }: { text: string }) {
  const { t } = useTimedWords();
  return (
    <div className="field">
      <p className="label">{t('sign.message')}</p>
      <pre className="to-sign">{text}</pre>
      <CopyButton text={text} what={t('sign.message')} />
      <p className="hint">{t('sign.hint')}</p>
    </div>
  );
}

/** The refundable amount in the coin that was paid; no other coin is offered here, so there is no rate. */
function coinOf({ gate_id, refund_offer }: CustomerInvoice): RefundCoin | null {
  if (gate_id === null || refund_offer === null) return null;
  return { gate_id, takes_tag: gate_id === 'XRP', ...refund_offer, rate: null, rate_expires_at: null };
}

function problemOf(error: unknown, isSigned: boolean): Problem {
  if (error instanceof OtherAccountError) return { field: null, text: 'sign.account' };
  if (error instanceof WalletError) {
    const { problem } = error;
    return { field: null, text: problem === 'declined' || problem === 'busy' ? `wallet.${problem}` : 'sign.failed' };
  }
  const { code, status } = error instanceof ClientError ? error : new ClientError(0, '');
  if (code === 'signature_invalid') return { field: 'signature', text: 'sign.wrong' };
  if (code === 'destination_tag_invalid') return { field: 'memo', text: 'refund.bad_tag' };
  if (code === 'sender_unknown') return { field: null, text: 'sign.unknown' };
  if (code === 'link_expired' || code === 'link_used') return { field: null, text: 'sign.late' };
  if (status === 429) return { field: null, text: 'find.many' };
  if (status !== 422) return { field: null, text: 'notice.failed' };
  return isSigned && code === 'validation_failed'
    ? { field: 'signature', text: 'sign.wrong' }
    : { field: 'address', text: 'refund.bad_address' };
}
