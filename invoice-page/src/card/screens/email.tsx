import { useEffect, useState } from 'react';
import { ClientError } from '../../live/client.ts';
import { useSecondsUntil } from '../live/hooks.ts';
import { problemOf } from '../model/problems.ts';
import { CodeField } from '../parts/code-field.tsx';
import { Dock, Field, Heading } from '../parts/field.tsx';
import { useCardWords } from '../words.tsx';
import type { OrderScreenProps } from './props.ts';

type Props = OrderScreenProps & { title: string };

/** An email address, proven by a code: the receipt and news of the order go there. */
export function EmailStep(props: Props) {
  return props.state.kept?.email === undefined ? <AddressForm {...props} /> : <CodeForm {...props} />;
}

function AddressForm({ store, state, title }: Props) {
  const { t, locale } = useCardWords();
  const [email, setEmail] = useState('');
  const [accepts, setAccepts] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const partner = state.offer?.partner.name ?? '';

  async function send(event: { preventDefault(): void }): Promise<void> {
    event.preventDefault();
    if (!isEmail(email.trim())) return setProblem(t('problem.email'));
    if (!accepts) return setProblem(t('problem.terms', { partner }));
    setBusy(true);
    setProblem('');
    try {
      await store.sendCode(email.trim(), locale);
    } catch (reason) {
      setProblem(t(problemOf(reason)));
      setBusy(false);
    }
  }

  return (
    <form className="step" noValidate onSubmit={(event) => void send(event)}>
      <Heading title={title} lead={t('email.lead')} />
      <Field
        id="email"
        type="email"
        label={t('email.label')}
        value={email}
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        required
        onText={(text) => {
          setEmail(text);
          setProblem('');
        }}
      />
      <label className="tick">
        <input
          type="checkbox"
          checked={accepts}
          onChange={({ currentTarget }) => {
            setAccepts(currentTarget.checked);
            setProblem('');
          }}
        />
        <span>{t('email.accept', { partner })}</span>
      </label>
      <Dock problem={problem}>
        <button type="submit" className="button" disabled={busy} aria-busy={busy}>
          {t('email.send')}
        </button>
      </Dock>
    </form>
  );
}

/** The server decides; this only spares a mistyped one the way there. */
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text);

/** Whatever the server has against six digits, it is the code. */
const codeProblem = (reason: unknown) =>
  reason instanceof ClientError && reason.status === 422 ? 'problem.code' : problemOf(reason);

/** So long a wrong code stays to be read (spec §5). */
const CLEAR_MS = 1_000;

function CodeForm({ store, state, onDone }: Props) {
  const { t, locale } = useCardWords();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [sent, setSent] = useState('');
  const email = state.kept?.email ?? '';
  const waitSeconds = useSecondsUntil(state.kept?.resendAtMs ?? 0);
  useEffect(() => document.getElementById('code')?.focus(), []);

  async function enter(digits: string): Promise<void> {
    setCode(digits);
    setProblem('');
    if (digits.length < 6 || busy) return;
    setBusy(true);
    try {
      await store.enterCode(digits);
      onDone();
    } catch (reason) {
      setProblem(t(codeProblem(reason)));
      setTimeout(() => {
        setCode('');
        setBusy(false);
        document.getElementById('code')?.focus();
      }, CLEAR_MS);
    }
  }

  async function resend(): Promise<void> {
    setSent('');
    setProblem('');
    try {
      await store.sendCode(email, locale);
      setSent(t('code.sent'));
    } catch (reason) {
      setProblem(t(problemOf(reason)));
    }
  }

  return (
    <div className="step">
      <h1 id="title" tabIndex={-1}>
        {t('code.title')}
      </h1>
      <p className="lead">{t('code.lead', { email })}</p>
      <CodeField code={code} isBusy={busy} problem={problem} onCode={(digits) => void enter(digits)} />
      <p className="hint" role="status">
        {sent}
      </p>
      <div className="links">
        <button type="button" className="link" disabled={waitSeconds > 0} onClick={() => void resend()}>
          {waitSeconds > 0 ? t('code.again_in', { count: waitSeconds }) : t('code.again')}
        </button>
        <button type="button" className="link" onClick={store.changeEmail}>
          {t('code.other')}
        </button>
      </div>
    </div>
  );
}
