import { useWords } from '../i18n/words.tsx';
import { isFramed } from '../live/embed.ts';
import { useReading } from '../live/hooks.ts';
import { refundTokenFrom } from '../live/page.ts';
import type { InvoiceStore } from '../live/store.ts';
import { type Action, approvedRefund, type Note, resultOf } from '../model/result.ts';
import { looks, type ResultName } from '../model/screen.ts';
import { Dial } from '../parts/dial.tsx';
import { Facts } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { Track } from '../parts/progress.tsx';
import type { CustomerInvoiceView } from '../view.ts';
import { RefundForm } from './refund-form.tsx';

/** Every state in which the payer has nothing to send: a picture, what it means, the facts, and where to go. */
export function ResultScreen(props: { store: InvoiceStore; view: CustomerInvoiceView; screen: ResultName }) {
  const { store, view, screen } = props;
  const words = useWords();
  const { dial, title, say, note, facts, actions } = resultOf(screen, view, words);
  const token = refundTokenFrom(location.hash);
  const asks = token !== null && REFUNDABLE.has(screen);
  return (
    <>
      <div className="result">
        <Dial dial={dial} icon={looks[screen].icon} />
        <h1 id="title" tabIndex={-1}>
          {title}
        </h1>
        <p className="say">{say}</p>
      </div>
      {note !== null && (!asks || note.tone === 'warning') && <NoteBox {...note} />}
      {asks && <RefundForm store={store} view={view} token={token} />}
      {screen === 'refund_requested' && <RefundTrack approved={approvedRefund(view) !== undefined} />}
      <Facts facts={facts} />
      {screen === 'checking' && <CheckingDock store={store} />}
      {actions.length > 0 && !asks && (
        <div className="dock">
          <div className="acts">
            {actions.map((action) => (
              <ActionLink key={action.kind} {...action} />
            ))}
          </div>
        </div>
      )}
    </>
  );
}

function NoteBox({ tone, icon, strong, text }: Note) {
  return (
    <p className="note" data-tone={tone}>
      <Icon name={icon} />
      <span>
        {strong !== undefined && <strong>{strong} </strong>}
        {text}
      </span>
    </p>
  );
}

function ActionLink({ kind, label, href, primary }: Action) {
  // A frame must not load the shop inside itself.
  const target = isFramed() && kind !== 'ask' ? { target: '_top' } : {};
  return (
    <a className={primary ? 'button' : 'button quiet'} href={href} rel="noreferrer" {...target}>
      {kind === 'ask' && <Icon name="mail" />}
      {label}
    </a>
  );
}

function RefundTrack({ approved }: { approved: boolean }) {
  const { t } = useWords();
  const waiting = t('refund_requested.waiting');
  return (
    <Track
      steps={[
        { label: t('refund_requested.requested'), detail: '', state: 'past' },
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

/** Where the payer may say where money shall go, who came by the mailed link. */
const REFUNDABLE: ReadonlySet<ResultName> = new Set([
  'paid',
  'overpaid',
  'paid_late',
  'invalid',
  'refunded',
  'partly_refunded',
]);

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
