import { useWords } from '../i18n/words.tsx';
import { useLazy } from '../live/lazy.ts';
import type { InvoiceStore } from '../live/store.ts';
import { QrCode } from './qr-code.tsx';
import { Loading } from './rare-part.tsx';

/** The code of this page, to continue on another device with the same amount and rate. */
export function PhoneCode({ store }: { store: InvoiceStore }) {
  const { t } = useWords();
  const code = useLazy(() => store.pageCode(), 'page-code');
  if (code.value === null) return <Loading lazy={code} />;
  return (
    <figure className="scan">
      <div className="code-room">
        <QrCode modules={code.value.modules} label={t('phone.code')} limit={232} />
      </div>
      <figcaption>{t('phone.scan')}</figcaption>
    </figure>
  );
}
