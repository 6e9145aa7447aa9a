import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fragment, html } from './html.ts';

test('hazard 71: no text adds a tag, an attribute or an entity of its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const made = html`<p title="${text}">${text}</p>`.toString();
      expect(made.match(/[<>"]/g)?.join('')).toBe('<"">' + '<>');
      const back = made.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
      expect(back).toBe(`<p title="${text}">${text}</p>`);
    }),
  );
});

test('HTML of our own stays HTML', () => {
  expect(html`<ul>${['<a>', 'b'].map((each) => html`<li>${each}</li>`)}</ul>`.toString()).toBe(
    '<ul><li>&#60;a&#62;</li><li>b</li></ul>',
  );
  expect(html`<p>${new Fragment('<b>x</b>')}</p>`.toString()).toBe('<p><b>x</b></p>');
});
