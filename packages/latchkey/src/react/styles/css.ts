/** A style sheet of one part of the interface, made for a document when it is first used there. */
export type Sheet = { readonly text: string; readonly made: WeakMap<Document, CSSStyleSheet> }

/**
 * Writes a style sheet. Class names are plain: each sheet only lives in the kit's shadow roots. Constructed sheets are
 * no inline style, so that a page's policy needs nothing but `style-src 'self'`.
 */
export function css(strings: TemplateStringsArray, ...values: readonly (string | number)[]): Sheet {
  return { text: String.raw({ raw: strings }, ...values), made: new WeakMap() }
}

/** Adds a sheet to a shadow root, once, and leaves it there. */
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
