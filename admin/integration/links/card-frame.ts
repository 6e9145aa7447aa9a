/** Where customers of a shop buy coins by card, and the frame that shows it on the shop's own pages. */
export function cardPurchase(origin: string, profileId: string): { readonly link: string; readonly frame: string } {
  const source = `${origin}/onramp-iframe?shop=${profileId}`;
  const style = 'width:100%;max-width:440px;height:900px;border:0';
  return {
    link: `${origin}/card-payment/shop/${profileId}`,
    frame: `<iframe src="${source}" title="Buy crypto by card" allow="clipboard-write" style="${style}"></iframe>`,
  };
}
