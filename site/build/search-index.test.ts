import { expect, test } from 'vitest';
import type { Article } from '../articles/article.ts';
import { searchIndex } from './search-index.ts';

const textOf = (html: string) => searchIndex([{ path: '', title: '', description: '', html } as Article])[0]?.text;

test.each([
  ['<p>Choose <strong>All</strong>, or <a href="/x">a <em>part</em></a>.</p>', 'Choose All, or a part.'],
  ['<h2>Steps</h2><ol><li>Open it</li><li>Save</li></ol>', 'Steps: Open it Save'],
  ['<h2>Who pays?</h2><p>You.</p>', 'Who pays? You.'],
  ['<table><tr><td>1 %</td><td>of <code>BTC</code></td></tr></table>', '1 % of BTC'],
  ['<p>a &lt;b&gt; &amp;amp;</p>', 'a <b> &amp;'],
])('an article is searched as it is read: %s', (html, text) => {
  expect(textOf(html)).toBe(text);
});
