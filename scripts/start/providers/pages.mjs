import { createHash } from 'node:crypto'

const css = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;--line:light-dark(#ccc,#444)}
body{margin:0;min-height:100dvh;display:grid;place-items:center;background:light-dark(#fff,#141414);color:light-dark(#1a1a1a,#eee)}
main{box-sizing:border-box;width:100%;max-width:420px;padding:24px}h1{font-size:22px;line-height:1.25;margin:0 0 8px}p{margin:0 0 20px}
small,.note{color:light-dark(#555,#aaa)}form{display:grid;gap:14px}label{display:grid;gap:4px;font-size:14px}
input{font:inherit;padding:10px 12px;border:1px solid var(--line);border-radius:10px;background:transparent;color:inherit}
button{font:inherit;font-weight:500;padding:12px;border-radius:10px;border:1px solid var(--line);background:transparent;color:inherit;cursor:pointer}
button[value=yes]{background:light-dark(#1a1a1a,#eee);border-color:transparent;color:light-dark(#fff,#1a1a1a)}
[role=alert]{color:light-dark(#b3261e,#ff8a80)}:focus-visible{outline:3px solid #4c8dff;outline-offset:2px}li{margin:4px 0}`

/**
 * The policy of these pages. Browsers apply `form-action` to where an answered form leads, which is the wallet's site.
 *
 * @param {string} siteUrl
 */
export function policyOf(siteUrl) {
  const style = `'sha256-${createHash('sha256').update(css).digest('base64')}'`
  return `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'self' ${siteUrl}; frame-ancestors 'none'`
}

/**
 * The page on which a visitor logs in at a provider that is played.
 *
 * @param {{ label: string, name: string, email: string, fault?: string | undefined }} shown
 */
export function loginPage({ label, name, email, fault }) {
  return page(
    `${label}, played on this machine`,
    `<h1>This is not ${label}</h1>
<p>It plays ${label} on this machine, so that you can try the login. Nobody at ${label} is asked. Type any name and address: the wallet hears of them as it would from ${label}.</p>
<form method="post">
<label>Name<input name="name" value="${escapeHtml(name)}" maxlength="60" required autocomplete="off"></label>
<label>E-mail address<input name="email" type="email" value="${escapeHtml(email)}" maxlength="200" required autocomplete="off"></label>
${fault === undefined ? '' : `<small role="alert">${escapeHtml(fault)}</small>`}
<button name="answer" value="yes">Log in</button>
<button name="answer" value="no" formnovalidate>Cancel</button>
</form>`,
  )
}

/**
 * The page of the practice app in which a visitor approves a login with Farcaster.
 *
 * @param {{ domain: string, name: string, fault?: string | undefined }} shown
 */
export function approvePage({ domain, name, fault }) {
  return page(
    'Practice Farcaster app',
    `<h1>Practice Farcaster app</h1>
<p><b>${escapeHtml(domain)}</b> asks you to log in with Farcaster. This is not Farcaster’s app: each name is an account of this machine’s chain, whose key signs here.</p>
<form method="post">
<label>User name<input name="name" value="${escapeHtml(name)}" maxlength="20" required autocomplete="off"></label>
${fault === undefined ? '' : `<small role="alert">${escapeHtml(fault)}</small>`}
<button name="answer" value="yes">Approve</button>
<button name="answer" value="no" formnovalidate>Decline</button>
</form>`,
  )
}

/** Says how something has ended. @param {string} title @param {string} text */
export function donePage(title, text) {
  return page(escapeHtml(title), `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`)
}

/** The front page of the practice app. @param {readonly { link: string, domain: string }[]} waiting */
export function waitingPage(waiting) {
  const list = waiting.map(
    ({ link, domain }) => `<li><a href="${escapeHtml(link)}">${escapeHtml(domain)}</a></li>`,
  )
  return page(
    'Practice Farcaster app',
    `<h1>Practice Farcaster app</h1>
<p>${list.length === 0 ? 'Nobody waits for a login. Press the Farcaster button in the demo, and come back.' : 'These wait for your answer:'}</p><ul>${list.join('')}</ul>`,
  )
}

/** Says what runs here. @param {readonly string[]} labels */
export function frontPage(labels) {
  return page(
    'Login providers, played on this machine',
    `<h1>Login providers, played on this machine</h1>
<p>The wallet’s login asks this program in the place of the providers. Press one of their buttons in the demo: its login page opens here.</p>
<ul>${labels.map((label) => `<li>${label}</li>`).join('')}<li><a href="/farcaster/">Farcaster</a>, with an app to approve in</li></ul>`,
  )
}

/** @param {string} title @param {string} body */
function page(title, body) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${css}</style></head><body><main>${body}</main></body></html>`
}

/** @param {string} text */
function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
