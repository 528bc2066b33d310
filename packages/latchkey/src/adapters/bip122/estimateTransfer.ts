import type { Transfers } from '../../core/transfers.js'
import { untilAborted } from '../../core/untilAborted.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Network } from '../../protocol/entities/Network.js'
import { isKitError } from '../../protocol/errors.js'
import { quote } from './choose.js'
import { fromService } from './esplora.js'
import { isSpeed, type Speed } from './speeds.js'

/** @see Transfers.estimate */
export function estimateTransfer(usual: Speed): Transfers['estimate'] {
  return async ({
    network,
    transfer,
    signal = new AbortController().signal,
    isFirm = false,
    isRest = false,
    earlier,
    speed: chosen,
  }) => {
    const speed = isSpeed(chosen) ? chosen : usual
    const ask = (at: Network) => quote(at, transfer, { isRest, isFirm, speed, earlier })
    const shown = isFirm ? undefined : fromService(network, ask)
    try {
      return await untilAborted(
        Promise.resolve(shown).then((fee) => fee ?? ask(network)),
        signal,
      )
    } catch (error) {
      if (isFirm || !isKitError(error, 'NETWORK_UNREADABLE')) throw error
      throw accountError('FEE_ESTIMATE_FAILED', { cause: error })
    }
  }
}
