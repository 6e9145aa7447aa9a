import { qrModules } from '../../domain/qr-code.ts';

/** What a payer sees, with made-up figures; its code leads to this page, where no funds can be sent. */
export function SampleInvoice() {
  return (
    <figure className="sheet" aria-label="What your customer sees">
      <p className="stripe">
        <b>Example.</b> Do not send any funds.
      </p>
      <div className="body">
        <div className="row">
          <div>
            <b>Kestrel Cycles</b>
            <br />
            <span className="muted">Order KC-20418</span>
          </div>
          <span className="total">€118.40</span>
        </div>
        <div className="pay">
          <Code text="EXAMPLE: DO NOT PAY" />
          <div>
            <small>Send exactly</small>
            <p className="due">0.00140597 BTC</p>
            <small>
              Bitcoin network only
              <br />1 BTC = €84,212.50
            </small>
          </div>
        </div>
        <div>
          <div className="bar">
            <i />
          </div>
          <div className="row">
            <span className="muted">Waiting for payment</span>
            <span className="num">12:47</span>
          </div>
        </div>
      </div>
    </figure>
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
    <svg className="qr" viewBox={`-1 -1 ${size + 2} ${size + 2}`} role="img" aria-label="QR code of the example">
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
