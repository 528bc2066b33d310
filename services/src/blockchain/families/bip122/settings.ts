import { list } from '../../../shared/setting.js'
import { isChainEntry } from '../../chainEntry.js'

/** The settings that only chains of Bitcoin have; part of `settingsTable`. */
export const bip122Settings = {
  ord: list({
    variable: 'LATCHKEY_ORD',
    isSecret: true,
    fallback: [],
    of: 'chains of Bitcoin and the address of their ord server, like bip122:000000000019d6689c085ae165831e93=https://ord.example',
    isItem: (value): value is string => value.startsWith('bip122:') && isChainEntry(value),
    meaning:
      "Servers in the shape of ord's (with its index of addresses), which tell the inscriptions of accounts on Bitcoin, and which coins hold an inscription or a rune: the chain's nodes do not know. It may be on an internal network. Without one, inscriptions are not listed.",
  }),
} as const
