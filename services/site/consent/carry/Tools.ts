import type { Chain } from '../../accounts/Chain.js'
import type { allows } from '../../accounts/permissions/allows.js'
import type { Rpc } from '../../accounts/Rpc.js'
import type { KeepRecords } from '../../accounts/records.js'

/** What `carryOut` needs besides the consent and the keys. */
export type Tools = {
  readonly rpc: Rpc
  readonly bundler?: Rpc | undefined
  readonly chains: readonly Chain[]
  readonly keep: KeepRecords
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Waits, for an operation that is to be in a block. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** What a permission answers, for a request that nobody was asked about. */
  readonly permission?: allows.Request | undefined
}
