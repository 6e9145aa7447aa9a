import { Dial } from './dial.tsx';

interface Props {
  readonly title: string;
  readonly say: string;
  /** A button below; null where trying again does not help. */
  readonly retry: { readonly label: string; readonly onRetry: () => void } | null;
}

/** The part of a page that has nothing to show, with the reason. */
export function NothingHere({ title, say, retry }: Props) {
  return (
    <section className="pay" aria-labelledby="title">
      <div className="result">
        <Dial dial={{ kind: 'icon', ring: 'empty', level: 0.15 }} icon="info" />
        <h1 id="title" tabIndex={-1}>
          {title}
        </h1>
        <p className="say">{say}</p>
      </div>
      {retry !== null && (
        <div className="dock">
          <div className="acts">
            <button type="button" className="button" onClick={retry.onRetry}>
              {retry.label}
            </button>
          </div>
        </div>
      )}
    </section>
  );
}
