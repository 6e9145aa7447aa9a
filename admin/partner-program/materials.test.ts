import { expect, it } from 'vitest';
import { downloadOf, MATERIALS, snippetOf } from './materials.ts';

it.each(MATERIALS)('$name is a picture of its size that loads nothing from elsewhere', (material) => {
  const { svg, width, height } = material;
  expect(svg).toMatch(new RegExp(`^<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" `));
  expect(svg.match(/<(?!\/)\w+/g)?.every((tag) => /^<(svg|g|rect|path|text)$/.test(tag))).toBe(true);
  expect(svg).not.toMatch(/href|url\(|NaN|undefined/);
  expect(decodeURIComponent(downloadOf(material))).toContain(svg);
});

it('leads by the snippet to the link of the partner', () => {
  const [material] = MATERIALS;
  if (material === undefined) throw new Error('There is one.');
  const html = snippetOf(material, 'https://pay.example/r/K7M2XQ9A');
  expect(html).toMatch(/^<a href="https:\/\/pay\.example\/r\/K7M2XQ9A"><img src="tidegate-mark\.svg" width="512" /);
});
