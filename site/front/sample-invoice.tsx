import { intlTag } from '../../domain/languages.ts';
import { separatorsOf, writeDecimal } from '../../domain/money/decimal-text.ts';
import { qrModules } from '../../domain/web/qr-code.ts';
import { SAMPLE, SAMPLE_CASES, type SampleScriptWords } from '../demo/words.ts';
import { sampleOrder, useSite } from '../words.ts';

/**
 * The payer's view of an invoice. Its script turns it into a demo invoice that plays on click; until then, and without
 * a script, its figures are made up. Its code leads nowhere.
 */
export function SampleInvoice() {
  const { language, words, sample, euro } = useSite();
  const { name, demo, warning, send, network, timeLeft, stillToSend, blocks, otherCoin } = words.sample;
  const { busy, noAnswer, failed } = words.sample;
  const order = sampleOrder(words);
  const tag = intlTag(language);
  const said: SampleScriptWords = {
    tag,
    order,
    send,
    stillToSend,
    blocks,
    otherCoin,
    busy,
    noAnswer,
    failed,
    statuses: sample.statuses,
  };
  return (
    <figure className="sheet" aria-label={name} data-sample data-words={JSON.stringify(said)}>
      <p className="stripe">
        <b>{demo}</b> {warning}
      </p>
      <div className="body">
        <div className="row">
          <div>
            <b>{SAMPLE.merchant}</b>
            <br />
            <span className="muted">{order}</span>
          </div>
          <span className="total">{euro(SAMPLE.amount)}</span>
        </div>
        <div className="pay">
          <Code text="DEMO: DO NOT PAY" />
          <div>
            <small data-show="what">{send}</small>
            <p className="due" data-show="due">
              {writeDecimal('0.00140597', separatorsOf(tag))} BTC
            </p>
            <small>
              {network}
              <br />
              <span data-show="rate">1 BTC = {euro('84212.50')}</span>
            </small>
          </div>
        </div>
        <div>
          <progress className="bar" aria-label={timeLeft} max="1" value="0.82" />
          <div className="row">
            <span className="muted" role="status" data-show="status">
              {sample.statuses.pending}
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
  const { words, sample, link } = useSite();
  return (
    <div className="act">
      <fieldset className="plays" aria-label={words.sample.play} data-plays hidden>
        {SAMPLE_CASES.map((act) => (
          <button key={act} type="button" value={act} aria-pressed="false">
            {sample.acts[act]}
          </button>
        ))}
      </fieldset>
      <a {...link('/demo')} data-link>
        {words.sample.playInDemo}
      </a>
      <p role="alert" className="problem" data-problem hidden />
    </div>
  );
}

/** The latest webhook to the shop, beside the sample once it plays. */
export function LatestWebhook() {
  const { words, link } = useSite();
  const { shopGets, webhook, allOfIt } = words.sample;
  const [before, after] = webhook.split('{count}');
  return (
    <section className="latest" aria-label={shopGets} data-latest hidden>
      <p>
        {before}
        <span data-show="count">1</span>
        {after} · <a {...link('/demo')}>{allOfIt}</a>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keyboard */}
      <pre data-show="webhook" tabIndex={0} />
    </section>
  );
}

/** A QR code as one path. */
function Code({ text }: { readonly text: string }) {
  const { words } = useSite();
  const [side = '0', bits = ''] = qrModules(text).split('.');
  const size = Number(side);
  const bytes = Buffer.from(bits, 'base64');
  const isDark = (at: number) => ((bytes[at >> 3] ?? 0) & (0x80 >> (at & 7))) !== 0;
  const dark = Array.from({ length: size ** 2 }, (_, at) => at).filter(isDark);
  const path = dark.map((at) => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`).join('');
  return (
    <svg className="qr" viewBox={`-1 -1 ${size + 2} ${size + 2}`} role="img" aria-label={words.sample.code}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
