import { createHash } from 'node:crypto'
import { escapeHtml } from '../shared/escapeHtml.js'
import type { Count } from './counts.js'

const css = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
form { display: flex; gap: 1rem; flex-wrap: wrap; margin: 1rem 0; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1rem; margin: 1rem 0; }
dt { opacity: .7; } dd { margin: 0; font-size: 1.6rem; font-variant-numeric: tabular-nums; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: start; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid #8884; }
td:nth-child(n + 2), th:nth-child(n + 2) { text-align: end; font-variant-numeric: tabular-nums; width: 8rem; }
`

/** The page's only style sheet, and its hash for the content security policy. */
export const style = {
  css,
  hash: `sha256-${createHash('sha256').update(css).digest('base64')}`,
}

export type PageInput = {
  readonly project: string
  readonly projects: readonly string[]
  readonly days: number
  readonly since: string
  readonly counts: readonly Count[]
}

/** Renders the counts of a project as a page of tables, without scripts or external resources. */
export function renderPage({ project, projects, days, since, counts }: PageInput): string {
  const total = (event: string, detail = '') =>
    sum(counts.filter((line) => line.event === event && line.detail.startsWith(detail)))
  const connected = counts.filter(
    ({ event, detail }) => event === 'CONNECT_SUCCESS' && !detail.endsWith('true'),
  )
  const opened = total('MODAL_OPEN', 'false')
  const figures: readonly (readonly [name: string, value: number | string])[] = [
    ['Opened to connect', opened],
    ['Connected', sum(connected)],
    ['Of those who opened', opened === 0 ? '–' : `${Math.round((100 * sum(connected)) / opened)} %`],
    ['Failed', total('CONNECT_ERROR')],
    ['Came back connected', total('CONNECT_SUCCESS') - sum(connected)],
  ]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Analytics of ${escapeHtml(project)}</title><style>${css}</style></head>
<body><main>
<h1>${escapeHtml(project)}</h1>
<p>Since ${escapeHtml(since)}. Counts by day; no visitor, address or page is kept.</p>
<form><label>Project <select name="project">${projects
    .map((name) => `<option${name === project ? ' selected' : ''}>${escapeHtml(name)}</option>`)
    .join('')}</select></label>
<label>Days <input name="days" type="number" min="1" value="${days}"></label><button>Show</button></form>
<dl>${figures.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>
${table(
  'Connected with',
  ['Wallet', 'Connections'],
  tally(connected, ({ detail }) => detail.split(' · ')[1] ?? ''),
)}
${table(
  'Why connecting failed',
  ['Error', 'Times'],
  tally(ofEvent(counts, 'CONNECT_ERROR'), ({ detail }) => detail),
)}
${table(
  'Networks switched to',
  ['Network', 'Times'],
  tally(ofEvent(counts, 'SWITCH_NETWORK'), ({ detail }) => detail),
)}
${table(
  'Pages by domain',
  ['Domain', 'Events'],
  tally(counts, ({ domain }) => domain || 'other'),
)}
${table(
  'By day',
  ['Day', 'Events'],
  tally(counts, ({ day }) => day, byName),
)}
${table(
  'Everything',
  ['Event', 'Times'],
  tally(counts, ({ event, detail }) => (detail === '' ? event : `${event}: ${detail}`)),
)}
</main></body></html>`
}

type Tally = readonly (readonly [name: string, count: number])[]

const byCount = ([, a]: Tally[number], [, b]: Tally[number]) => b - a
const byName = ([a]: Tally[number], [b]: Tally[number]) => (a < b ? 1 : -1)

function tally(counts: readonly Count[], nameOf: (line: Count) => string, order = byCount): Tally {
  const totals = new Map<string, number>()
  for (const line of counts) totals.set(nameOf(line), (totals.get(nameOf(line)) ?? 0) + line.count)
  return [...totals].sort(order).slice(0, 100)
}

function table(title: string, [first, second]: readonly [string, string], rows: Tally): string {
  if (rows.length === 0) return `<h2>${title}</h2><p>Nothing yet.</p>`
  const body = rows.map(([name, count]) => `<tr><td>${escapeHtml(name)}</td><td>${count}</td></tr>`).join('')
  return `<h2>${title}</h2><table><thead><tr><th>${first}</th><th>${second}</th></tr></thead><tbody>${body}</tbody></table>`
}

function ofEvent(counts: readonly Count[], event: string): readonly Count[] {
  return counts.filter((line) => line.event === event)
}

function sum(counts: readonly Count[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}
