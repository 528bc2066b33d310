import { createHash } from 'node:crypto'
import { escapeHtml } from '../../shared/escapeHtml.js'

/** A page of the wallet's site without scripts, for those who come from a mail. */
export type PlainPage = {
  readonly title: string
  readonly lines: readonly string[]
  /** A button that posts a secret. */
  readonly button?: { readonly label: string; readonly path: string; readonly secret: string } | undefined
}

const css = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;min-height:100dvh;display:grid;place-items:center;background:light-dark(#f4f4f4,#141414);color:light-dark(#1a1a1a,#fff)}
main{box-sizing:border-box;width:min(420px,100vw - 32px);margin:16px;padding:32px;border-radius:24px;background:light-dark(#fff,#222)}
h1{margin:0 0 12px;font-size:20px}p{margin:0 0 12px}
button{width:100%;margin-top:12px;padding:14px;border:0;border-radius:14px;font:inherit;font-weight:600;background:light-dark(#1a1a1a,#fff);color:light-dark(#fff,#1a1a1a);cursor:pointer}
button:focus-visible{outline:3px solid #7aa7ff;outline-offset:2px}`

const hash = createHash('sha256').update(css).digest('base64')

/** The policy of such a page: it loads nothing, runs nothing, and posts only to its own origin. */
export const plainPolicy = `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

export function plainPage({ title, lines, button }: PlainPage): string {
  const form =
    button === undefined
      ? ''
      : `<form method="post" action="${escapeHtml(button.path)}"><input type="hidden" name="link" value="${escapeHtml(button.secret)}"><button>${escapeHtml(button.label)}</button></form>`
  const text = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${css}</style></head><body><main><h1>${escapeHtml(title)}</h1>${text}${form}</main></body></html>`
}
