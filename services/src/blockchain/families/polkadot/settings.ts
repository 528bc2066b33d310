import { list } from '../../../shared/setting.js'
import { isChainEntry } from '../../chainEntry.js'

/** The settings that only chains of Polkadot have; part of `settingsTable`. */
export const polkadotSettings = {
  subscan: list({
    variable: 'LATCHKEY_SUBSCAN',
    isSecret: true,
    fallback: [],
    of: 'chains of Substrate and the address of their API, like polkadot:91b171bb158e2d3848fa23a9f1c25182=https://polkadot.api.subscan.io?key=KEY',
    isItem: (value): value is string => value.startsWith('polkadot:') && isChainEntry(value),
    meaning:
      'APIs in the shape of Subscan, which tell the transfers of accounts on chains of Substrate: their nodes keep no such index. Without one these histories are empty, and say that something is missing.',
  }),
} as const
