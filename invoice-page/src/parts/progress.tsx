import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { useTimedWords } from '../i18n/words.tsx';
import { progressOf, type Step } from '../model/progress.ts';
import type { ScreenName } from '../model/screen.ts';

export function Progress({ view, screen }: { view: CustomerInvoice; screen: ScreenName }) {
  const words = useTimedWords();
  const steps = progressOf(screen, view, words);
  if (steps.length === 0) return null;
  return (
    <div className="side">
      <h2>{words.t('progress.title')}</h2>
      <Track steps={steps} />
    </div>
  );
}

export function Track({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="track">
      {steps.map(({ label, detail, state }) => (
        <li key={label} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span>{label}</span>
          <span>{detail}</span>
        </li>
      ))}
    </ol>
  );
}
