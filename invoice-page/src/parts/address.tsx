import { Fragment } from 'react';
import { groupAddress } from '../model/address.ts';

/** An address in full. Gaps between the groups are margins, so that selecting and copying gives the plain address. */
export function Address({ address }: { address: string }) {
  let at = 0;
  return (
    <code className="address">
      {groupAddress(address).map(({ text, strong }) => {
        const key = at;
        at += text.length;
        return (
          <Fragment key={key}>
            {strong ? <b>{text}</b> : <span>{text}</span>}
            <wbr />
          </Fragment>
        );
      })}
    </code>
  );
}
