import type { Page } from '../page.ts';
import { FrontFrame } from './frame.tsx';
import { PageText, Part } from './page-text.tsx';
import { Wide } from './wide.tsx';

/** Filled in by `api/routes/reserves.ts` from the days of the proof of reserves. */
export function reservesPage(): Page {
  return {
    name: 'reserves',
    path: '/reserves',
    template: 'front',
    title: 'Proof of reserves – Tidegate',
    description: 'What the gateway owes to merchants, which part of it signed addresses hold, and what is not proven.',
    body: (
      <FrontFrame>
        <PageText title="__RESERVES_TITLE__" lead="__RESERVES_LEAD__">
          <Wide name="Assets">
            <table className="stack">
              <thead>
                <tr>
                  <th scope="col">Asset</th>
                  <th scope="col">Owed to merchants</th>
                  <th scope="col">On signed addresses</th>
                  <th scope="col">Coverage</th>
                  <th scope="col">Our own figure, not proven</th>
                </tr>
              </thead>
              <tbody>{'__RESERVES_ASSETS__'}</tbody>
            </table>
          </Wide>
          <Part title="What is proven">
            <ul>
              <li>
                The amounts owed are signed totals. Each merchant can prove that their own balances are part of them, so
                leaving somebody out, or making a balance smaller, can be noticed.
              </li>
              <li>
                For each address below, its key has signed a message that names this day. Anyone can verify the
                signature and look up the coins on the chain.
              </li>
            </ul>
          </Part>
          <Part title="What is not proven">
            <ul>
              <li>
                That the gateway has no other debts. Only balances of merchants, and money that belongs to no merchant
                yet, are counted.
              </li>
              <li>Any other moment than the one above.</li>
              <li>
                Coins on addresses that payers were given, at exchanges, and euro at the bank. We name our own figure
                for them, but publishing such addresses would show who paid whom.
              </li>
              <li>That nobody lent the gateway the coins for a moment.</li>
            </ul>
          </Part>
          <Part title="Signed addresses">{'__RESERVES_ADDRESSES__'}</Part>
          <Part title="Verify your own balance">
            <ol>
              <li>In the back office, open Balance, then Proof of reserves, and download the file of a day.</li>
              <li>
                <a href="/reserves/verifier.html" download>
                  Download the offline verifier
                </a>
                , open it, and choose the file. Or run <code>tidegate verify-reserves</code> with the file.
              </li>
              <li>Compare the key that it names with the one below.</li>
            </ol>
          </Part>
          <Part title="The signed statement">{'__RESERVES_STATEMENT__'}</Part>
          <Part title="Days">{'__RESERVES_DAYS__'}</Part>
        </PageText>
      </FrontFrame>
    ),
  };
}
