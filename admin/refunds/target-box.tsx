import type { RefundRequest } from '../../contract/refund-request.ts';
import { Grouped } from '../components/grouped.tsx';
import { t } from '../i18n/translate.ts';
import { CodeBox } from '../integration/parts.tsx';

export type Target = Pick<RefundRequest, 'address' | 'destination_tag'>;

/** Where a refund goes, to be compared; a tag is named as one. */
export function TargetBox({ address, destination_tag }: Target) {
  return (
    <CodeBox>
      <Grouped text={address} />
      {destination_tag !== null && t('payout.addressTag', { address: '', tag: destination_tag })}
    </CodeBox>
  );
}
