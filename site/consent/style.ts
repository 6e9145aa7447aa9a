/** A style sheet made by script: the policy of pages allows no inline styles, and each front end has its own file. */
export function addStyle(): void {
  if (document.adoptedStyleSheets.includes(sheet)) return;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
#cookie-consent { position: fixed; inset: auto 0 0; z-index: 1400; display: grid; gap: 10px; max-height: 80vh;
  overflow-y: auto; padding: 16px max(20px, calc((100vw - 1104px) / 2));
  border-top: 1px solid light-dark(#8691a3, #6b768a);
  background: light-dark(#fff, #121826); color: light-dark(#0b1220, #e8ecf3); color-scheme: light dark;
  font: 15px / 22px "Geist", "Geist Variable", system-ui, sans-serif; }
#cookie-consent h2 { margin: 0; font-size: 16px; line-height: 22px; font-weight: 600; outline: 0; }
#cookie-consent p { margin: 0; }
#cookie-consent p:empty { display: none; }
#cookie-consent [role="alert"] { color: light-dark(#c4262e, #ff8a8a); }
#cookie-consent a { color: light-dark(#2447e0, #8ea2ff); }
#cookie-consent .kinds { display: grid; gap: 8px; }
#cookie-consent .kinds[hidden] { display: none; }
#cookie-consent label { display: flex; align-items: flex-start; gap: 10px; }
#cookie-consent input { flex: none; width: 20px; height: 20px; margin: 1px 0 0;
  accent-color: light-dark(#2447e0, #8ea2ff); }
#cookie-consent .acts { display: flex; flex-wrap: wrap; gap: 8px; }
#cookie-consent button { flex: 1 1 auto; max-width: 220px; min-height: 44px; padding: 0 18px;
  border: 1px solid light-dark(#8691a3, #6b768a); border-radius: 8px; background: none; color: inherit;
  font: inherit; font-weight: 560; cursor: pointer; }
#cookie-consent button:hover { background: light-dark(#eef1fd, #161d33); }
#cookie-consent :focus-visible { outline: 2px solid light-dark(#2447e0, #8ea2ff); outline-offset: 2px; }
@media print { #cookie-consent { display: none; } }
`);
