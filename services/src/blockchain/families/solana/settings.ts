import { list } from '../../../shared/setting.js'
import { isChainEntry } from '../../chainEntry.js'

/** The settings that only chains of Solana have; part of `settingsTable`. */
export const solanaSettings = {
  das: list({
    variable: 'LATCHKEY_DAS',
    isSecret: true,
    fallback: [],
    of: 'chains of Solana and the address of their DAS API, like solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=https://das.example?api-key=KEY',
    isItem: (value): value is string => value.startsWith('solana:') && isChainEntry(value),
    meaning:
      'APIs in the shape of DAS (`getAssetsByOwner`), which tell the compressed collectibles of accounts on Solana: no account of the chain has them. Without one they are not listed.',
  }),
} as const
