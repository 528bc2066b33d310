// The size budgets, in bytes after gzip; React and viem are the host's own and do not count. `size-limit` reads the
// bundles that this writes, and fails if one is over its budget.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { bundle } from './bundle.mjs'
import { siteFiles } from './siteFiles.mjs'
import { viteFiles } from './viteFiles.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const out = join(root, '.cache', 'size')
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

const latchkey = join(root, 'packages/latchkey')
const app =
  "export { createKit } from 'latchkey'; export { ConnectButton, LatchkeyProvider } from 'latchkey/react'"
const kitAlone = await bundle({
  code: "export { createKit } from 'latchkey'",
  from: latchkey,
  out,
  name: 'kit',
})
const kitSize = sizeOf(kitAlone)
const lineFiles = await viteFiles({ code: firstLines(), out, name: 'lines' })
const bundles = [
  {
    name: 'createKit and mount: at most 3 kB over createKit before the first opening',
    limit: `${kitSize + 3000} B`,
    files: await bundle({
      code: "export { createKit } from 'latchkey'; export { mount } from 'latchkey/mount'",
      from: latchkey,
      out,
      name: 'mount',
    }),
  },
  {
    name: 'createKit, ConnectButton and provider',
    limit: '15 kB',
    files: await bundle({ code: app, from: latchkey, out, name: 'initial' }),
  },
  {
    name: 'the first lines of the README, in the files that Vite makes of them by default',
    limit: '25 kB',
    files: lineFiles,
  },
  {
    name: 'what opening the modal adds',
    limit: '40 kB',
    files: await bundle({
      code: app,
      from: latchkey,
      out,
      name: 'open',
      lazy: ['ModalDialog', 'views/Connect/Connect'],
    }),
  },
  {
    name: 'signing in: the message and what keeps it in the browser',
    limit: '4 kB',
    files: await bundle({
      code: "export { localSiwx } from 'latchkey'",
      from: latchkey,
      out,
      name: 'siwx',
    }),
  },
  {
    name: 'signing in: the message and what speaks with the auth service',
    limit: '4 kB',
    files: await bundle({
      code: "export { serverSiwx } from 'latchkey'",
      from: latchkey,
      out,
      name: 'siwx-server',
    }),
  },
  // Includes the wallets' connectors and their errors, because callers expect its methods to return synchronously.
  {
    name: "the incumbent's names: createAppKit with its elements, before the first opening",
    limit: '33 kB',
    files: await bundle({
      code: "export { createAppKit } from 'latchkey/appkit'; export { EthersAdapter } from 'latchkey/appkit/adapters'",
      from: latchkey,
      out,
      name: 'appkit',
    }),
  },
  {
    name: 'sign client, dapp side, with its crypto',
    limit: '26 kB',
    files: await bundle({
      code: "export { createSignClient } from '@latchkey/sign-client'",
      from: latchkey,
      out,
      name: 'sign-client',
    }),
  },
]

// The embedded wallet, for a host that has it: what the modal loads more with it, and what its first login loads.
const withWallet = `${app}; export { embedded } from 'latchkey/embedded'`
const shownModal = ['ModalDialog', 'views/Connect/Connect']
const client = [
  withWallet,
  // Bundled with others, it has no file of its own.
  "export const client = () => import('./dist/frame/createFrameClient.js')",
  "export const page = () => import('./dist/frame/createFramePage.js')",
].join('; ')
bundles.push(
  {
    name: 'the embedded wallet, before the first opening: at most 3 kB over the 15 kB',
    limit: '18 kB',
    files: await bundle({ code: withWallet, from: latchkey, out, name: 'wallet' }),
  },
  {
    name: 'the embedded wallet: what the login view adds to the modal',
    limit: '12 kB',
    files: await bundle({
      ...{ code: withWallet, from: latchkey, out, name: 'wallet-login' },
      ...{ lazy: ['extendModal'], besides: shownModal },
    }),
  },
  {
    name: 'the embedded wallet: the client of its frame, with all messages',
    limit: '6 kB',
    files: await bundle({
      ...{ code: client, from: latchkey, out, name: 'wallet-client' },
      ...{
        lazy: ['frame/createFrameClient'],
        besides: [...shownModal, 'extendModal', 'frame/createFramePage'],
      },
    }),
  },
  {
    name: 'the embedded wallet: the element of its frame',
    limit: '1.3 kB',
    files: await bundle({
      ...{ code: client, from: latchkey, out, name: 'wallet-element' },
      ...{ lazy: ['frame/createFramePage'], besides: [...shownModal, 'extendModal'] },
    }),
  },
)
const site = await siteFiles(out)
bundles.push({
  name: "the wallet's site: the page and the worker, all that a login and an approval load",
  limit: '180 kB',
  files: site.files,
})

// The largest language; each one is loaded separately.
for (const tag of ['uk', 'ru', 'hi', 'th']) {
  bundles.push({
    name: `the texts of ${tag}`,
    limit: '7.4 kB',
    files: await bundle({
      code: `export * from './dist/locales/${tag}.js'`,
      from: latchkey,
      out,
      name: `locale-${tag}`,
    }),
  })
}

// A family's entry with all that it loads later, beyond what the kit and eip155 share with it (docs/decisions/188).
// Encodings and hashes that its chain library brings anyway belong to that library. What checks a signature, after the
// wallet has signed, has a budget of its own (docs/decisions/256).
const shared = ["export * from 'latchkey'", "export * from 'latchkey/eip155'"]
const verifiers = /siwx\/verify\/verify/
for (const [namespace, without, verifier] of /** @type {const} */ ([
  ['solana', [], undefined],
  ['bip122', [/^@scure\/base$/], 'verifyBip122'],
  ['polkadot', [/^@scure\/(base|sr25519)$/, /^@noble\/hashes\//], 'verifyPolkadot'],
])) {
  const withFamily = [...shared, `export * from 'latchkey/${namespace}'`]
  const sharedSize = sizeOf(await bundleLines('shared', shared, [...without, verifiers]))
  const files = await bundleLines(namespace, withFamily, [...without, verifiers])
  bundles.push({
    name: `the family ${namespace}, without its chain library: at most 12 kB over ${sharedSize} B`,
    limit: `${sharedSize + 12_000} B`,
    files,
  })
  if (verifier === undefined) continue
  const libraries = [...without, /^@noble\/(curves|hashes)\//]
  const aloneSize = sizeOf(await bundleLines(`${namespace}-alone`, withFamily, [...libraries, verifiers]))
  bundles.push({
    name: `checking a signature of ${namespace}, without its libraries: at most 2 kB over ${aloneSize} B`,
    limit: `${aloneSize + 2000} B`,
    files: await bundleLines(verifier, withFamily, libraries),
  })
}

// The names of Solana, for hosts that pass them to the family.
const withoutNames = [...shared, "export * from 'latchkey/solana'"]
const withoutNamesSize = sizeOf(await bundleLines('names-shared', withoutNames, []))
bundles.push({
  name: `the names of Solana: at most 2 kB over ${withoutNamesSize} B`,
  limit: `${withoutNamesSize + 2000} B`,
  files: await bundleLines('names', [...withoutNames, "export * from 'latchkey/sns'"], []),
})

const config = join(out, 'size-limit.json')
const entries = bundles.map(({ name, limit, files }) => ({ name, limit, path: files, gzip: true }))
writeFileSync(
  join(out, 'package.json'),
  JSON.stringify({ private: true, devDependencies: { '@size-limit/file': '*' }, 'size-limit': entries }),
)
writeFileSync(config, JSON.stringify(entries))
const cli = join(root, 'node_modules/size-limit/bin.js')
const { status } = spawnSync(process.execPath, [cli], { cwd: out, stdio: 'inherit' })
const untold = tellsLimits(['README.md', 'docs/guides/introduction.md'])
if (site.packages.length > 14)
  untold.push(`the wallet's site has more than 14 packages: ${site.packages.join(', ')}`)
for (const line of untold) console.log(line)
process.exit(status === 0 && untold.length === 0 ? 0 : 1)

/** The code of the README's first example, without its JSX. */
function firstLines() {
  const [, code = ''] = /```tsx\n([\s\S]+?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
  const plain = code.replace(/return <.+\n/, 'return [LatchkeyProvider, ConnectButton, kit]\n')
  if (plain === code) throw new Error('The README does not begin with an example')
  return `${plain}\nglobalThis.App = App`
}

/**
 * Checks that pages name the limits of what a page loads first, and the number of its files. Returns a line for each
 * that is missing.
 *
 * @param {readonly string[]} pages
 */
function tellsLimits(pages) {
  const limits = bundles.filter(({ name }) => /^(createKit, Conn|the first lines|what opening)/.test(name))
  const wanted = [
    ...limits.map(({ limit }) => `| under ${limit} |`),
    `in the ${lineFiles.length} files that Vite`,
  ]
  return pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8')
    return wanted.filter((words) => !text.includes(words)).map((words) => `${page} does not say: ${words}`)
  })
}

/** @param {string} name @param {readonly string[]} lines @param {readonly RegExp[]} without */
function bundleLines(name, lines, without) {
  return bundle({ code: lines.join('\n'), from: latchkey, out, name, without, isWhole: true })
}

/** @param {readonly string[]} files */
function sizeOf(files) {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(out, file)), { level: 9 }).length, 0)
}
