/** The style sheet of one component. It is constructed for a document when it is first used there. */
export type Sheet = { readonly text: string; readonly made: WeakMap<Document, CSSStyleSheet> }

/**
 * Defines a style sheet. Class names need no prefix, because sheets are used only in the kit's shadow roots.
 * Constructed sheets are not inline styles, so the page's policy needs only `style-src 'self'`.
 */
export function css(strings: TemplateStringsArray, ...values: readonly (string | number)[]): Sheet {
  return { text: String.raw({ raw: strings }, ...values), made: new WeakMap() }
}

/** Adds a sheet to a shadow root once; it is never removed. */
export function adoptSheet(root: ShadowRoot, sheet: Sheet): void {
  const document = root.ownerDocument
  let made = sheet.made.get(document)
  if (made === undefined) {
    const { CSSStyleSheet } = document.defaultView ?? globalThis
    made = new CSSStyleSheet()
    made.replaceSync(sheet.text)
    sheet.made.set(document, made)
  }
  if (!root.adoptedStyleSheets.includes(made)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, made]
}
