import { createHash } from 'node:crypto'
import { escapeHtml } from '../../shared/escapeHtml.js'

/** A small page of the wallet's site, for those who come from a mail or from a provider. */
export type PlainPage = {
  readonly title: string
  readonly lines: readonly string[]
  /** A button that posts a secret, and perhaps one that says no. */
  readonly button?:
    | {
        readonly label: string
        readonly path: string
        readonly secret: string
        readonly refusal?: string | undefined
      }
    | undefined
  /** A link that leads away. */
  readonly link?: { readonly label: string; readonly url: string } | undefined
  /** Text for the page's script. */
  readonly data?: string | undefined
  readonly script?: string | undefined
}

/** The colours and measures are those of the modal (`tokens.css.ts`), which such a page does not load. */
const css = `:root{color-scheme:light dark;font:16px/1.4 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',sans-serif;--accent:light-dark(#2f63f5,#7b9dff)}
body{margin:0;min-height:100dvh;display:grid;place-items:center;background:light-dark(#e9ebef,#0f1013);color:light-dark(#14161b,#f3f4f6);letter-spacing:-.005em}
main{box-sizing:border-box;width:min(400px,100vw - 32px);margin:16px;padding:24px;border-radius:24px;background:light-dark(#f4f5f7,#1e2025)}
h1{margin:0 0 8px;font-size:20px;text-wrap:balance}p{margin:0 0 8px;color:light-dark(#5a616e,#9ca3af);overflow-wrap:anywhere}
button,a{box-sizing:border-box;display:block;width:100%;margin-top:16px;padding:14px;border:0;border-radius:12px;font:inherit;font-weight:600;text-align:center;text-decoration:none;background:var(--accent);color:light-dark(#fff,#000);cursor:pointer}
button+button{margin-top:8px;background:light-dark(#e3e5e9,#2a2c31);color:inherit}
button:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`

/** The policy of such a page: it loads nothing, runs at most the given script, and posts only to its own origin. */
export function plainPolicy(script?: string | undefined): string {
  const scripts = script === undefined ? '' : ` script-src ${sourceOf(script)};`
  return `default-src 'none';${scripts} style-src ${sourceOf(css)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
}

export function plainPage({ title, lines, button, link, data, script }: PlainPage): string {
  const form = button === undefined ? '' : formOf(button)
  const text = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  const away = link === undefined ? '' : `<a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a>`
  const meta = data === undefined ? '' : `<meta name="latchkey-data" content="${escapeHtml(data)}">`
  const run = script === undefined ? '' : `<script>${script}</script>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${meta}<title>${escapeHtml(title)}</title><style>${css}</style></head><body><main><h1>${escapeHtml(title)}</h1>${text}${form}${away}</main>${run}</body></html>`
}

function formOf({ label, path, secret, refusal }: NonNullable<PlainPage['button']>): string {
  const no = refusal === undefined ? '' : `<button name="answer" value="no">${escapeHtml(refusal)}</button>`
  return `<form method="post" action="${escapeHtml(path)}"><input type="hidden" name="link" value="${escapeHtml(secret)}"><button>${escapeHtml(label)}</button>${no}</form>`
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
