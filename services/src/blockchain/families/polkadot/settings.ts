import { list } from '../../../shared/setting.js'
import { isApiEntry } from '../../sources/apiEntry.js'

/** The settings that only chains of Polkadot have; part of `settingsTable`. */
export const polkadotSettings = {
  subscan: list({
    variable: 'LATCHKEY_SUBSCAN',
    isSecret: true,
    fallback: [],
    of: 'chains of Substrate and the address of their API, like polkadot:91b171bb158e2d3848fa23a9f1c25182=https://polkadot.api.subscan.io?key=KEY',
    isItem: (value): value is string => isApiEntry(value, 'polkadot', 'subscan'),
    meaning:
      'APIs in the shape of Subscan, which tell the transfers of accounts on chains of Substrate: their nodes keep no such index. Without one these histories are empty, and say that something is missing. A number before the address is the calls per second that the API allows, like `…=subscan@20:https://polkadot.api.subscan.io`; without it, 5.',
  }),
} as const
