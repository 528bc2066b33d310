import { refusals } from '../../core/refusals.js'
import { onRefusedRead } from '../../core/refusedReads.js'
import type { Kit } from '../Kit.js'

/** Reports what the host's service refuses to read from a chain like its other refusals, until the kit stops. */
export function followRefusedReads({ slots, store }: Kit): void {
  const isOurs = (url: string) =>
    store.getState().network.networks.some(({ rpcUrls }) => rpcUrls.service?.http[0] === url)
  slots.onStop(
    onRefusedRead(({ url, error }) => {
      if (isOurs(url)) slots.get(refusals)?.(error)
    }),
  )
}
