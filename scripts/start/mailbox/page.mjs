import { createHash } from 'node:crypto'

/** @typedef {import('../mailbox.mjs').Message} Message */

const css = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif;--line:light-dark(#ddd,#333)}
body{margin:0;display:grid;grid-template-columns:minmax(220px,320px) 1fr;min-height:100dvh;background:light-dark(#fff,#141414);color:light-dark(#1a1a1a,#eee)}
nav{border-inline-end:1px solid var(--line);padding:16px}h1{font-size:18px;margin:0 0 12px}
nav a{display:block;padding:10px 12px;border-radius:12px;color:inherit;text-decoration:none;overflow-wrap:anywhere}
nav a:hover{background:light-dark(#f4f4f4,#222)}nav a[aria-current]{background:light-dark(#ececec,#2a2a2a)}
small{opacity:.7;display:block}main{padding:24px;min-width:0}h2{font-size:18px;margin:0 0 4px}
iframe{width:100%;height:520px;margin:16px 0;border:1px solid var(--line);border-radius:16px;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,monospace}
a:focus-visible{outline:3px solid #7aa7ff}
@media(max-width:640px){body{display:block}nav{border:0;border-bottom:1px solid var(--line)}}`

/** The policy of the mailbox's page: its style, and the mail in a frame that may do nothing. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The policy of a mail's HTML: as mail programs show it, without scripts and without anything that it loads. */
export const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/**
 * Writes the page of the mailbox: the mails, newest first, and one of them.
 *
 * @param {readonly Message[]} messages @param {Message | undefined} open
 */
export function mailboxPage(messages, open) {
  const list = messages.map(
    (one) =>
      `<a href="/?id=${one.id}"${one === open ? ' aria-current="page"' : ''}>${escapeHtml(one.subject)}<small>${escapeHtml(one.to)} · ${one.at.slice(11, 19)}</small></a>`,
  )
  const shown =
    open === undefined
      ? '<p>No mail yet. What the services send appears here.</p>'
      : `<h2>${escapeHtml(open.subject)}</h2><small>from ${escapeHtml(open.from)}</small><small>to ${escapeHtml(open.to)}</small><iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${open.id}/html"></iframe><pre>${escapeHtml(open.text)}</pre>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="3"><title>Mailbox</title><style>${css}</style></head><body><nav aria-label="Mails"><h1>Mailbox</h1>${list.join('')}</nav><main>${shown}</main></body></html>`
}

/** @param {string} text */
function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
