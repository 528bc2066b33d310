import { list } from '../../../shared/setting.js'
import { isApiEntry } from '../../sources/apiEntry.js'

/** The settings that only chains of Bitcoin have; part of `settingsTable`. */
export const bip122Settings = {
  ord: list({
    variable: 'LATCHKEY_ORD',
    isSecret: true,
    fallback: [],
    of: 'chains of Bitcoin and the address of their ord server, like bip122:000000000019d6689c085ae165831e93=https://ord.example',
    isItem: (value): value is string => isApiEntry(value, 'bip122', 'ord'),
    meaning:
      "Servers in the shape of ord's (with its index of addresses), which tell the inscriptions of accounts on Bitcoin, and which coins hold an inscription or a rune: the chain's nodes do not know. It may be on an internal network. Without one, inscriptions are not listed. A number before the address is the calls per second that the server allows, like `…=ord@50:https://ord.example`; without it, 20.",
  }),
} as const
