import { describe, expect, it } from 'vitest';
import { offeredArticles, searchArticles, searchedWords } from './search.ts';

const articles = [
  {
    path: '/a',
    title: 'Refund a customer',
    description: 'How coins go back.',
    text: 'Open the invoice and press Refund.',
  },
  {
    path: '/b',
    title: 'Late payments',
    description: 'Paid after the deadline.',
    text: `${'Words. '.repeat(60)}A refund is possible. ${'More. '.repeat(60)}`,
  },
  { path: '/c', title: 'XRP tags', description: 'Numbers that name a customer.', text: 'Each customer has a tag.' },
];
const paths = (query: string) => searchArticles(articles, query).map(({ path }) => path);

describe('the search of articles', () => {
  it('finds what contains every word, in any case, the title first', () => {
    expect(paths('REFUND')).toEqual(['/a', '/b']);
    expect(paths('customer')).toEqual(['/a', '/c']);
    expect(paths('customer tag')).toEqual(['/c']);
    expect(paths('refund tag')).toEqual([]);
  });

  it('shows the words around the hit, cut between words', () => {
    const [, late] = searchArticles(articles, 'refund');
    expect(late?.excerpt).toMatch(/^… .*A refund is possible\..* …$/);
    expect(late?.excerpt.length).toBeLessThan(170);
  });

  it('finds nothing for nothing, and looks for eight words at most, whatever signs are between them', () => {
    for (const query of ['', '  ', '<>"&', '.*']) expect(paths(query)).toEqual([]);
    expect(searchedWords('a b c d e f g h i j a')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    expect(searchedWords('<b>Überweisung</b> 42%')).toEqual(['b', 'überweisung', '42']);
  });
});

describe('articles offered while somebody writes', () => {
  const article = (title: string, text: string) => ({ path: `/${title}`, title, description: title, text });
  const articles = [
    article('Request a payout', 'A payout is confirmed within an hour.'),
    article('Refund a payment', 'Money goes back to its payer.'),
  ];

  it('share two longer words with what is written, or its only one', () => {
    const titles = (text: string) => offeredArticles(articles, text).map(({ title }) => title);
    expect(titles('Why is my payout not confirmed after an hour?')).toEqual(['Request a payout']);
    expect(titles('payout')).toEqual(['Request a payout']);
    expect(titles('payout of somebody else')).toEqual([]);
    expect(titles('a b c')).toEqual([]);
  });
});
