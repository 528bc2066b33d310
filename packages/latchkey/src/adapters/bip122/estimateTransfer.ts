import type { Transfers } from '../../core/transfers.js'
import { untilAborted } from '../../core/untilAborted.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isKitError } from '../../protocol/errors.js'
import { quote, type Speed } from './choose.js'

/** @see Transfers.estimate */
export function estimateTransfer(speed: Speed): Transfers['estimate'] {
  return async ({
    network,
    transfer,
    signal = new AbortController().signal,
    isFirm = false,
    isRest = false,
    earlier,
  }) => {
    try {
      return await untilAborted(quote(network, transfer, { isRest, speed, earlier }), signal)
    } catch (error) {
      if (isFirm || !isKitError(error, 'NETWORK_UNREADABLE')) throw error
      throw accountError('FEE_ESTIMATE_FAILED', { cause: error })
    }
  }
}
