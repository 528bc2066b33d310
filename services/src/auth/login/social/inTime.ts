import type { Clock } from '../../../shared/clock.js'

/** How long a provider may take to answer all that it is asked, in milliseconds. */
const patience = 12_000

/** Asks a provider, and gives up after a while. */
export async function inTime<value>(
  clock: Clock,
  work: (signal: AbortSignal) => Promise<value>,
): Promise<value> {
  const controller = new AbortController()
  const cancel = clock.setTimeout(() => controller.abort(), patience)
  try {
    return await work(controller.signal)
  } finally {
    cancel()
  }
}
