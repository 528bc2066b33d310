// Writes docs/reference/storage.md from the table of stored items; `--check` only checks that it is current.
import { readTable, writePage } from './page.mjs'

const file = 'packages/latchkey/src/protocol/storageFacts.ts'
const kit = readTable(file, 'storageFacts')
const client = readTable(file, 'signClientStorageFacts')

writePage('storage', file, 'storage.mjs')`# Storage

Latchkey stores these items in the visitor's browser: in local storage, or in the \`storage\` that you pass to \`createKit\`, \`localSiwx\`
and \`serverSiwx\`.

Each entry is \`{ v, d }\`: a version and the value. An entry of another version, or one that fails its check,
counts as absent. The kit copies it to \`latchkey.quarantine\`, unless it is marked *secret*.

*Deleted by* is the event that deletes an entry:

- **last disconnection**: no wallet is connected any more;
- **sign-out**: with sign-in, it comes before a disconnection;
- **session**: the session it belongs to ends;
- **answer**: the pending answer arrives;
- **next visit**: a later page has looked for what it is about;
- **nothing**: it stays until the visitor clears the site's data.

\`cookieStorage\` sends the items marked *cookie* to your server. It keeps all others in local storage.

## The kit

${rows(kit)}
## The connection protocol

The client of \`@latchkey/sign-client\` stores its own items in IndexedDB (database \`latchkey.sign\`, store \`items\`) once a
visitor has requested a code: all tabs of a site then read the same. Invalid items are removed.

${rows(client)}
## The key of sign-in

\`serverSiwx\` stores one key for each browser and origin in IndexedDB (database \`latchkey\`, store \`keys\`). Scripts can sign with it but cannot
read it. It stays after signing out: without a token it is useless.
`

/** @param {ReturnType<typeof readTable>} table */
function rows(table) {
  const lines = table.map(({ name, values }) => {
    const marks = [values.isSecret && 'secret', values.isSent && 'cookie'].filter(Boolean).join(', ')
    const version = values.version === '0' ? '' : values.version
    return `| \`${name}\` | ${version} | ${values.about} | ${values.goesWith} | ${values.lifetime} | ${marks} |\n`
  })
  return `| Name | Version | What it is | Deleted by | How long, how much | Marks |\n|---|---|---|---|---|---|\n${lines.join('')}`
}
