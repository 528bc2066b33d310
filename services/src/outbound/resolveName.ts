import { type LookupAddress, Resolver } from 'node:dns'

/** How long one name server may take, in milliseconds, and how often it is asked. */
const patience = 2_000
const tries = 2

/**
 * Resolves a host name that a stranger chose to all its addresses; to none if it has none.
 *
 * It asks the name servers itself. The system's resolver (`dns.lookup`) resolves only two names at once for the whole
 * process and cannot be cancelled: names whose servers never answer would keep the services from finding their own
 * nodes and database. It also reads `/etc/hosts`, which no stranger's name needs.
 *
 * @param nameServers By default those of the system.
 */
export async function resolveName(
  host: string,
  signal: AbortSignal,
  nameServers?: readonly string[] | undefined,
): Promise<readonly LookupAddress[]> {
  const resolver = new Resolver({ timeout: patience, tries })
  if (nameServers !== undefined) resolver.setServers(nameServers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  const ask = (family: 4 | 6) =>
    new Promise<readonly LookupAddress[]>((resolve, reject) => {
      const answer = (error: NodeJS.ErrnoException | null, addresses: readonly string[]) => {
        if (error === null) resolve(addresses.map((address) => ({ address, family })))
        else if (error.code === 'ENODATA' || error.code === 'ENOTFOUND') resolve([])
        else reject(error)
      }
      if (family === 4) resolver.resolve4(host, answer)
      else resolver.resolve6(host, answer)
    })
  try {
    const answers = await Promise.allSettled([ask(4), ask(6)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const failure = answers.find((answer) => answer.status === 'rejected')
    // Some name servers fail to answer for the family that the name does not have.
    if (found.length === 0 && failure !== undefined) throw failure.reason
    return found
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}
