// A host with eip155 alone gets no byte of the other families, nor of the embedded wallet: no module of theirs and none of their chain libraries is
// in what it loads, now or later, and its first load is at most what is recorded here.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

const latchkey = fileURLToPath(new URL('../../packages/latchkey', import.meta.url))

/** The first load of such a host in bytes after gzip. It may only fall; before the first of the other families it was 22,799. */
const recorded = 22_743

/** What belongs to a family alone: its modules, and the packages that hosts bring for it. */
const families = {
  solana: { modules: /\/dist\/(adapters\/solana\/|siwx\/verify\/verifySolana)/, peers: /^@solana\// },
  bip122: {
    modules: /\/dist\/(adapters\/bip122\/|siwx\/verify\/verifyBip122)/,
    peers: /^@scure\/btc-signer/,
  },
  polkadot: {
    modules: /\/dist\/(adapters\/polkadot\/|siwx\/verify\/verifyPolkadot)/,
    peers: /^(@polkadot-api|@polkadot|@scure\/sr25519)/,
  },
}
/** The frame, the screens and the texts of the embedded wallet: only hosts that configure it load them. */
const wallet =
  /\/dist\/(embedded|frame|connectors\/embedded|react\/embedded|locales\/embedded|protocol\/frame)\/|\/dist\/protocol\/http\/login/
/** Loaded only by a host with networks of a family without its adapter (`walletProtocols.test.ts`). */
const forOthers = /\/dist\/adapters\/knownProtocols\.js$/
/** What several families share, and eip155 does not need. */
const between = /\/dist\/connectors\/walletStandard\//

const host = [
  "export { createKit, localSiwx, serverSiwx } from 'latchkey'",
  "export { ConnectButton, LatchkeyProvider } from 'latchkey/react'",
  "export { eip155 } from 'latchkey/eip155'",
]
/** @type {string[]} */
const faults = []

const alone = await load(host)
for (const [family, { modules, peers }] of Object.entries(families)) {
  for (const id of alone.modules.filter((id) => modules.test(id))) faults.push(`${family}: ${id}`)
  for (const name of alone.packages.filter((name) => peers.test(name))) faults.push(`${family}: ${name}`)
  // The same search finds the family in a host that has it; else it would find nothing anywhere.
  const beside = await load([...host, `export { ${family} } from 'latchkey/${family}'`])
  if (!beside.modules.some((id) => modules.test(id)))
    faults.push(`no module of ${family} was found where it is used`)
  if (!beside.packages.some((name) => peers.test(name)))
    faults.push(`no library of ${family} was found where it is used`)
}
for (const id of alone.modules.filter((id) => wallet.test(id))) faults.push(`the embedded wallet: ${id}`)
const withWallet = await load([...host, "export { embedded } from 'latchkey/embedded'"])
if (!withWallet.modules.some((id) => wallet.test(id)))
  faults.push('no module of the embedded wallet was found where it is used')
for (const id of alone.modules.filter((id) => between.test(id))) faults.push(`not of eip155: ${id}`)
if (alone.first > recorded) {
  faults.push(`its first load is ${alone.first} B; recorded are ${recorded} B, which may only fall`)
}

for (const fault of faults) console.error(`a host with eip155 alone: ${fault}`)
if (faults.length === 0) {
  const files = `${alone.modules.length} modules, none of another family or of the embedded wallet`
  console.log(
    `a host with eip155 alone: ${files}; its first load is ${alone.first} B, ${recorded} B are recorded`,
  )
}
process.exit(faults.length === 0 ? 0 : 1)

/**
 * Bundles a host as its own bundler does, and lists all that it can ever load.
 *
 * @param {readonly string[]} lines
 */
async function load(lines) {
  const entry = join(latchkey, 'virtual-host.js')
  const build = await rolldown({
    input: entry,
    cwd: latchkey,
    external: [/^react(-dom)?(\/|$)/, /^viem(\/|$)/, ...Object.values(families).map(({ peers }) => peers)],
    platform: 'browser',
    plugins: [
      {
        name: 'host',
        load: (id) => (id === entry ? lines.join('\n') : null),
        resolveId: (id) => (id === entry ? id : null),
      },
    ],
    logLevel: 'silent',
  })
  const { output } = await build.generate({ format: 'esm', minify: true })
  await build.close()
  const chunks = output.flatMap((one) => {
    if (one.type !== 'chunk' || forOthers.test(one.facadeModuleId ?? '')) return []
    return [one]
  })
  const names = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const first = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of first) {
    for (const name of imports) {
      const chunk = names.get(name)
      if (chunk !== undefined) first.add(chunk)
    }
  }
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  return {
    modules: chunks.flatMap(({ moduleIds }) => moduleIds).map((id) => id.replaceAll('\\', '/')),
    packages: [...new Set(imported)].filter((name) => !names.has(name)),
    first: gzipSync([...first].map(({ code }) => code).join('\n'), { level: 9 }).length,
  }
}
