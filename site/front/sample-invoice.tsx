import { qrModules } from '../../domain/web/qr-code.ts';
import { ACT_NAMES, SAMPLE, SAMPLE_CASES } from '../demo/words.ts';

/**
 * What a payer sees. Its script makes it a demo invoice that plays on click; until then, and without script, its
 * figures are made up. Its code leads nowhere.
 */
export function SampleInvoice() {
  return (
    <figure className="sheet" aria-label="What your customer sees" data-sample>
      <p className="stripe">
        <b>Demo.</b> Do not send any funds.
      </p>
      <div className="body">
        <div className="row">
          <div>
            <b>{SAMPLE.merchant}</b>
            <br />
            <span className="muted">{SAMPLE.description}</span>
          </div>
          <span className="total">€{SAMPLE.amount}</span>
        </div>
        <div className="pay">
          <Code text="DEMO: DO NOT PAY" />
          <div>
            <small data-show="what">Send exactly</small>
            <p className="due" data-show="due">
              0.00140597 BTC
            </p>
            <small>
              Bitcoin network only
              <br />
              <span data-show="rate">1 BTC = €84,212.50</span>
            </small>
          </div>
        </div>
        <div>
          <progress className="bar" aria-label="Time left" max="1" value="0.82" />
          <div className="row">
            <span className="muted" role="status" data-show="status">
              Waiting for payment
            </span>
            <span className="num" data-show="left">
              12:47
            </span>
          </div>
        </div>
        <Plays />
      </div>
    </figure>
  );
}

function Plays() {
  return (
    <div className="act">
      <fieldset className="plays" aria-label="Play the customer" data-plays hidden>
        {SAMPLE_CASES.map((act) => (
          <button key={act} type="button" value={act} aria-pressed="false">
            {ACT_NAMES[act]}
          </button>
        ))}
      </fieldset>
      <a href="/demo" data-link>
        Play it in the demo
      </a>
      <p role="alert" className="problem" data-problem hidden />
    </div>
  );
}

/** What the shop is sent, beside the sample once it plays. */
export function LatestWebhook() {
  return (
    <section className="latest" aria-label="What your shop is sent" data-latest hidden>
      <p>
        Webhook <span data-show="count">1</span>, in short · <a href="/demo">All of it</a>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keyboard */}
      <pre data-show="webhook" tabIndex={0} />
    </section>
  );
}

/** A QR code as one path. */
function Code({ text }: { readonly text: string }) {
  const [side = '0', bits = ''] = qrModules(text).split('.');
  const size = Number(side);
  const bytes = Buffer.from(bits, 'base64');
  const isDark = (at: number) => ((bytes[at >> 3] ?? 0) & (0x80 >> (at & 7))) !== 0;
  const dark = Array.from({ length: size ** 2 }, (_, at) => at).filter(isDark);
  const path = dark.map((at) => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`).join('');
  return (
    <svg className="qr" viewBox={`-1 -1 ${size + 2} ${size + 2}`} role="img" aria-label="QR code of the demo">
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
