import { useWords } from '../i18n/words.tsx';
import { shortId } from '../model/address.ts';
import type { Fact } from '../model/facts.ts';
import { Icon } from './icon.tsx';

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map((fact) => (
        <div key={fact.key} data-kind={fact.kind}>
          <dt>{fact.label}</dt>
          <dd>
            <Value fact={fact} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ fact: { kind, value, href } }: { fact: Fact }) {
  switch (kind) {
    case 'text':
      return value;
    case 'strong':
      return <strong>{value}</strong>;
    case 'code':
    case 'printed':
      return <code>{value}</code>;
    case 'transaction':
      return <TransactionLink id={value} href={href} />;
    case 'print':
      return (
        <button type="button" className="swap-link" onClick={() => window.print()}>
          {value}
        </button>
      );
    case 'document':
      return (
        href !== null && (
          <a className="swap-link" href={href} download>
            {value}
          </a>
        )
      );
    default:
      return kind satisfies never;
  }
}

/** A transaction by the ends of its id (on paper the whole id), linked where there is an explorer for it. */
export function TransactionLink({ id, href }: { id: string; href: string | null }) {
  const { t } = useWords();
  const text = <code data-whole={id}>{shortId(id)}</code>;
  if (href === null) return text;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {text}
      <span className="unseen"> {t('fact.explorer')}</span>
      <Icon name="open" size={16} />
    </a>
  );
}
