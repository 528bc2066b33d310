import type { Names } from '../../core/names.js'
import { coinTypeOf, ethereum } from './coinTypeOf.js'

/** ENS names, read through a blockchain service. A name may have a separate address for each network (ENSIP-11). */
export const names: Names = {
  async resolve({ name, networkId, service }) {
    const addresses = await service.addresses(name)
    const address = (addresses[coinTypeOf(networkId)] ?? addresses[ethereum])?.address
    // An emptied record: money sent to it is lost.
    return address === undefined || /^0x0*$/i.test(address) ? undefined : address
  },
  prove: async (parameters) => (await import('./proveName.js')).proveName(parameters),
  identify: ({ address, service }) => service.identity(address),
}
