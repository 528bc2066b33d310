import { fetchNamed, type NamedAnswer } from '../../outbound/fetchNamed.js'
import { type BuildFiles, hashOf } from './hashOf.js'
import { headerFaults, shown } from './headerFaults.js'
import { readPage, type ServedPage } from './readPage.js'

export type Verdict = {
  /** Where visitors approve, as the page's settings say. */
  readonly approve: 'frame' | 'window' | undefined
  /** How many files were compared. */
  readonly files: number
  /** What differs, a line each; empty if the site is the release. */
  readonly differences: readonly string[]
}

/** Most bytes of a file, and most files that a page may name. */
const [mostBytes, mostFiles] = [8_000_000, 500]
const pages = [
  { path: 'index.html', place: '', kind: 'frame' },
  { path: 'window/index.html', place: 'window/', kind: 'window' },
] as const

/**
 * Compares the wallet's site that a host serves with a build: where `/f/` leads, both pages without their settings, every file, and
 * the headers that decide what a browser lets the pages do.
 *
 * Without `release` it compares the hash of all that is served, which the name of a build is.
 */
export async function verifyFrame({
  site,
  project,
  hash,
  release,
  signal,
}: verifyFrame.Options): Promise<Verdict> {
  const differences: string[] = []
  const served = new Map<string, Uint8Array>()
  const isSecure = site.protocol === 'https:'
  const named = new Set(['worker.js'])
  let approve: Verdict['approve']

  const newest = await ask('/f/')
  const target = newest.headers.location ?? ''
  if (!target.startsWith(`/f/${hash}/`)) note('/f/', `leads to ${shown(target)}, not to /f/${hash}/`)

  for (const { path, place, kind } of pages) {
    const answer = await ask(`/f/${hash}/${place}`)
    if (answer.status !== 200) {
      note(
        path,
        `answered ${answer.status}${answer.status === 403 ? `: it does not know the project ${shown(project)}` : ''}`,
      )
      continue
    }
    const text = new TextDecoder().decode(answer.body)
    const page = readPage(text)
    served.set(path, new TextEncoder().encode(page.html))
    if (page.settings === undefined) note(path, 'has no settings of a project behind <head>')
    if (page.settings !== undefined && page.settings.projectId !== project)
      note(path, `has the settings of the project ${shown(page.settings.projectId)}`)
    approve ??= page.settings?.approve
    comparePage(path, page)
    for (const fault of headerFaults(answer.headers, { kind, isSecure, inline: page.inline }))
      note(path, fault)
    collect(page, path)
  }

  for (const path of release?.keys() ?? []) if (!path.endsWith('.html')) named.add(path)
  for (const path of [...named].slice(0, mostFiles)) await compareFile(path)
  if (named.size > mostFiles) note('index.html', `names ${named.size} files`)
  const found = hashOf(served)
  if (release === undefined && found !== hash) note(`/f/${hash}/`, `what is served has the hash ${found}`)

  const implant = await ask(`/f/${hash}/page.js`, { 'service-worker': 'script' })
  if (implant.status < 400) note('page.js', 'is served as a service worker, which would outlive an attack')
  return { approve, files: served.size, differences }

  function note(path: string, what: string): void {
    differences.push(`${path}: ${what}`)
  }

  function ask(path: string, headers: { readonly [name: string]: string } = {}): Promise<NamedAnswer> {
    const url = new URL(path, site)
    url.searchParams.set('projectId', project)
    const limited = AbortSignal.any([signal, AbortSignal.timeout(30_000)])
    return fetchNamed(url, { headers: { ...asBrowser, ...headers }, size: mostBytes, signal: limited })
  }

  function comparePage(path: string, { html }: ServedPage): void {
    const wanted = release?.get(path)
    if (wanted === undefined) return
    const [ours, theirs] = [new TextDecoder().decode(wanted).split('\n'), html.split('\n')]
    const at = Math.max(
      ours.findIndex((line, index) => line !== theirs[index]),
      ours.length < theirs.length && ours.every((line, index) => line === theirs[index]) ? ours.length : -1,
    )
    if (at >= 0) note(path, `line ${at + 1} is ${shown(theirs[at] ?? '')}, not ${shown(ours[at] ?? '')}`)
  }

  /** Notes the files that a page names; those of other places are none of the wallet's. */
  function collect({ names }: ServedPage, path: string): void {
    const base = new URL(`/f/${hash}/`, site)
    for (const name of names) {
      const url = URL.canParse(name, new URL(path, base).href)
        ? new URL(name, new URL(path, base))
        : undefined
      if (url?.href.startsWith(base.href) === true) named.add(url.href.slice(base.href.length))
      else note(path, `names ${shown(name)}, which is not in /f/${hash}/`)
    }
  }

  async function compareFile(path: string): Promise<void> {
    const answer = await ask(`/f/${hash}/${path}`)
    const wanted = release?.get(path)
    if (release !== undefined && wanted === undefined) note(shown(path), 'is not in the release')
    if (answer.status !== 200 || answer.body === undefined)
      return note(shown(path), answer.body === undefined ? 'is too long' : `answered ${answer.status}`)
    const { body } = answer
    served.set(path, body)
    if (wanted !== undefined && Buffer.compare(wanted, body) !== 0) {
      const at = body.findIndex((byte, index) => byte !== wanted[index])
      note(
        path,
        `differs from the release at byte ${at === -1 ? body.length : at} (${body.length} bytes, not ${wanted.length})`,
      )
    }
    for (const fault of headerFaults(answer.headers, { kind: 'file', isSecure })) note(path, fault)
  }
}

/** What a browser says when it loads the frame, so that a server has little to tell this program by. */
const asBrowser = {
  accept: 'text/html,*/*;q=0.8',
  'accept-language': 'en',
  'sec-fetch-dest': 'iframe',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'cross-site',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
}

export declare namespace verifyFrame {
  type Options = {
    /** The origin of the wallet's site. */
    readonly site: URL
    /** A project that the site knows: the pages are written for one. */
    readonly project: string
    /** The build that is expected. */
    readonly hash: string
    /** The files of the build. */
    readonly release: BuildFiles | undefined
    readonly signal: AbortSignal
  }
}
