/** Registers the Tidegate payment methods with WooCommerce's checkout block. Plain JavaScript: there is no build step. */
((wc, wp) => {
  const { createElement } = wp.element;
  const { decodeEntities } = wp.htmlEntities;

  for (const method of wc.wcSettings.getPaymentMethodData('tidegate', {}).methods ?? []) {
    wc.wcBlocksRegistry.registerPaymentMethod(describe(method));
  }

  function describe({ name, title, description, icon, supports }) {
    const content = createElement('div', null, decodeEntities(description));
    return {
      name,
      label: createElement(labelWithIcon, { text: decodeEntities(title), icon }),
      content,
      edit: content,
      canMakePayment: () => true,
      ariaLabel: decodeEntities(title),
      supports: { features: supports },
    };
  }

  /** The checkout block adds `components` to what is given here. */
  function labelWithIcon({ text, icon, components }) {
    return createElement(
      'span',
      { style: { display: 'flex', alignItems: 'center', gap: '0.5em' } },
      createElement('img', { src: icon, alt: '', width: 24, height: 24 }),
      createElement(components.PaymentMethodLabel, { text }),
    );
  }
})(window.wc, window.wp);
