import type { Transfers } from '../../core/transfers.js'
import { untilAborted } from '../../core/untilAborted.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isKitError } from '../../protocol/errors.js'
import { quote } from './choose.js'
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
    try {
      return await untilAborted(quote(network, transfer, { isRest, speed, earlier }), signal)
    } catch (error) {
      if (isFirm || !isKitError(error, 'NETWORK_UNREADABLE')) throw error
      throw accountError('FEE_ESTIMATE_FAILED', { cause: error })
    }
  }
}
