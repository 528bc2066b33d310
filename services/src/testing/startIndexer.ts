import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import type { Settings } from '../shared/settings.js'
import { createTestClock } from './createTestClock.js'
import { startUpstream, type UpstreamAnswer } from './startUpstream.js'

/** Starts an indexer whose answers the test decides, and a context whose settings name it. */
export async function startIndexer(
  kind: string,
  answer: (path: string, body: string) => UpstreamAnswer | object,
  { query = '', settings = {} }: { readonly query?: string; readonly settings?: Partial<Settings> } = {},
) {
  const upstream = await startUpstream((path, body) => {
    const given = answer(path, body)
    const isAnswer =
      typeof given === 'string' || 'body' in given || typeof Reflect.get(given, 'status') === 'number'
    return isAnswer ? (given as UpstreamAnswer) : { body: JSON.stringify(given) }
  })
  const clock = createTestClock()
  const lines: string[] = []
  const entry = {
    chainId: 'eip155:1' as const,
    kind: kind as never,
    perSecond: 1_000,
    url: `${upstream.url}/v1${query}`,
  }
  const context = createContext({
    settings: { sources: [`eip155:1=${kind}@1000:${entry.url}`], ...settings },
    clock,
    log: createLog({ level: 'debug', now: () => 0, write: (line) => void lines.push(line) }),
  })
  return { upstream, clock, lines, entry, context, signal: new AbortController().signal }
}
