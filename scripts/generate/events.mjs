// Writes docs/reference/events.md from the table of events; `--check` only checks that it is current.
import { readTable, writePage } from './page.mjs'

const file = 'packages/latchkey/src/protocol/eventFacts.ts'
const reported = new Map(
  readTable('packages/latchkey/src/protocol/http/analytics.ts', 'properties').map(({ name, text }) => [
    name,
    text,
  ]),
)
const events = readTable(file, 'eventFacts')
const later = readTable(file, 'laterEvents')

writePage('events', file, 'events.mjs')`# Events

The kit emits these events. Listen with \`kit.events.subscribe(listener)\`, or with \`useKitEvents(listener)\` in React. No
event contains an address, an amount or a pairing link.

\`\`\`ts
import type { Kit } from 'latchkey'

export function logEvents(kit: Kit) {
  return kit.events.subscribe((event) => console.log(event.type))
}
\`\`\`

[Analytics](../guides/services.md#analytics), which are off by default, count the same events. Properties marked
*not reported* stay in the page.

| Event | When | Properties |
|---|---|---|
${events.map(row).join('')}
## Events that the kit does not emit

Apps that migrate from another kit may listen for these. They come with their features:

${later.map(({ name, text }) => `- ${name}: ${names(text)}\n`).join('')}`

/** @param {ReturnType<typeof readTable>[number]} event */
function row({ name, values, tables }) {
  const lines = Object.entries(tables.properties ?? {}).map(([property, text]) => {
    const isReported = reported.get(name)?.includes(`'${property}'`)
    return `\`${property}\`: ${text}${isReported ? '' : ' (*not reported*)'}`
  })
  return `| \`${name}\` | ${values.about} | ${lines.join('<br>')} |\n`
}

/** @param {string} text */
function names(text) {
  return text
    .split(' ')
    .map((name) => `\`${name}\``)
    .join(', ')
}
