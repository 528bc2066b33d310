import { list } from '../../../shared/setting.js'
import { isApiEntry } from '../../sources/apiEntry.js'

/** The settings that only chains of Solana have; part of `settingsTable`. */
export const solanaSettings = {
  das: list({
    variable: 'LATCHKEY_DAS',
    isSecret: true,
    fallback: [],
    of: 'chains of Solana and the address of their DAS API, like solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=https://das.example?api-key=KEY',
    isItem: (value): value is string => isApiEntry(value, 'solana', 'das'),
    meaning:
      'APIs in the shape of DAS (`getAssetsByOwner`), which tell the compressed collectibles of accounts on Solana: no account of the chain has them. Without one they are not listed. A number before the address is the calls per second that the API allows, like `…=das@10:https://das.example`; without it, 2.',
  }),
} as const
