import { useState } from 'react';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { useTimedWords, useWords } from '../i18n/words.tsx';
import { useFramed, useReading, useRefundToken } from '../live/hooks.ts';
import type { InvoiceStore } from '../live/store.ts';
import { type Action, approvedRefund, asksForRefund, isLinkUsed, resultOf, usedLinkNote } from '../model/result.ts';
import { looks, type ResultName } from '../model/screen.ts';
import { Dial } from '../parts/dial.tsx';
import { Facts } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { NoteBox } from '../parts/note-box.tsx';
import { PayerEmail } from '../parts/payer-email.tsx';
import { Track } from '../parts/progress.tsx';
import { MailedLink } from '../parts/refund-link.tsx';
import { SignRefundLink } from '../parts/sign-refund-link.tsx';
import { RefundForm } from './refund-form.tsx';

/** Every state in which the payer has nothing to send: a picture, what it means, the facts, and where to go. */
export function ResultScreen(props: { store: InvoiceStore; view: CustomerInvoice; screen: ResultName }) {
  const { store, view, screen } = props;
  const words = useTimedWords();
  const { dial, title, say, note, facts, held, linkedTo, mailedTo, actions } = resultOf(screen, view, words);
  const [isUsed, setUsed] = useState(false);
  const token = useRefundToken();
  // The mailed link lets the payer choose the refund address while a refund is possible and none is requested yet.
  const isSpent = isLinkUsed(token, view);
  const asks = token !== null && asksForRefund(screen, view, token);
  const shown = (isSpent ? usedLinkNote(screen, view, words) : null) ?? note;
  return (
    <>
      <div className="result">
        <Dial dial={dial} icon={looks[screen].icon} />
        <h1 id="title" tabIndex={-1}>
          {title}
        </h1>
        <p className="say">{say}</p>
      </div>
      {shown !== null && (!asks || shown.tone === 'warning') && <NoteBox {...shown} />}
      {asks && <RefundForm store={store} view={view} token={token} onUsed={() => setUsed(true)} />}
      {screen === 'refund_requested' && <RefundTrack view={view} />}
      <Facts facts={facts} />
      {held !== null && <p className="hint">{held}</p>}
      <PayerEmail store={store} view={view} />
      {view.refund_by_signature && linkedTo === null && !asks && <SignRefundLink store={store} view={view} />}
      {screen === 'checking' && <CheckingDock store={store} />}
      {(actions.length > 0 || linkedTo !== null || mailedTo !== null) && (!asks || isUsed) && (
        <div className="dock">
          <div className="acts">
            {actions.map((action) => (
              <ActionLink key={action.kind} {...action} />
            ))}
          </div>
          {mailedTo !== null && <p className="mailed">{words.t('refund.mailed', { email: mailedTo })}</p>}
          {linkedTo !== null && <MailedLink store={store} email={linkedTo} isSpent={isSpent || asks} />}
        </div>
      )}
    </>
  );
}

function ActionLink({ kind, label, href, primary }: Action) {
  // A frame must not load the shop inside itself.
  const isFramed = useFramed();
  const target = isFramed && kind !== 'ask' ? { target: '_top' } : {};
  return (
    <a className={primary ? 'button' : 'button quiet'} href={href} rel="noreferrer" {...target}>
      {kind === 'ask' && <Icon name="mail" />}
      {label}
    </a>
  );
}

function RefundTrack({ view }: { view: CustomerInvoice }) {
  const { t, format } = useTimedWords();
  const approved = approvedRefund(view) !== undefined;
  const since = view.refund_asked?.created_at ?? view.refunds.at(-1)?.created_at;
  const waiting = t('refund_requested.waiting');
  return (
    <Track
      steps={[
        {
          label: t('refund_requested.requested'),
          detail: since === undefined ? '' : format.dateTime(since),
          state: 'past',
        },
        {
          label: t('refund_requested.approval'),
          detail: approved ? t('refund_requested.done') : waiting,
          state: approved ? 'past' : 'now',
        },
        {
          label: t('refund_requested.sent'),
          detail: approved ? waiting : t('refund_requested.next'),
          state: approved ? 'now' : 'ahead',
        },
      ]}
    />
  );
}

/** The server decides at its own pace; asking now and then finds its answer where the stream does not bring it. */
const CHECK_MS = 3_000;

function CheckingDock({ store }: { store: InvoiceStore }) {
  const { t } = useWords();
  useReading(store, CHECK_MS);
  return (
    <div className="dock">
      <div className="clock">
        <p>
          <span className="dot" />
          {t('checking.dock')}
        </p>
      </div>
    </div>
  );
}
