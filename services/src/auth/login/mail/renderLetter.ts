import type { Mail } from '../../../outbound/createMailer.js'
import { escapeHtml } from '../../../shared/escapeHtml.js'
import { describeLetter, type LetterPart } from './describeLetter.js'
import type { Letter } from './Letter.js'

/** Writes a mail as text and as HTML. Neither loads anything, so nobody learns that it was opened. */
export function renderLetter(letter: Letter, to: string): Mail {
  const { subject, parts } = describeLetter(letter)
  return { to, subject, text: `${parts.map(toText).join('\n\n')}\n`, html: toPage(parts) }
}

function toText(part: LetterPart): string {
  if ('code' in part) return `    ${part.code}`
  return 'url' in part ? `${part.label}:\n${part.url}` : part.text
}

function toHtml(part: LetterPart): string {
  if ('code' in part)
    return `<p style="font:600 32px/1.2 ui-monospace,monospace;letter-spacing:4px;margin:24px 0">${part.code}</p>`
  if ('url' in part)
    return `<p style="margin:24px 0"><a href="${escapeHtml(part.url)}" target="_blank" rel="noopener" style="display:inline-block;padding:12px 20px;border-radius:12px;background:#1a1a1a;color:#fff;text-decoration:none">${escapeHtml(part.label)}</a></p>`
  return `<p style="margin:0 0 16px">${escapeHtml(part.text)}</p>`
}

function toPage(parts: readonly LetterPart[]): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><body style="margin:0;padding:32px 16px;background:#f4f4f4"><div style="max-width:440px;margin:0 auto;padding:32px;border-radius:20px;background:#fff;color:#1a1a1a;font:16px/1.5 system-ui,sans-serif">${parts.map(toHtml).join('')}</div></body></html>`
}
