import type { changeWallet } from '../vault/changeWallet.js'
import { makeKit } from '../vault/kit/Kit.js'
import { kitWordsOf } from '../vault/kit/kitWords.js'
import { VaultError } from '../vault/VaultError.js'
import type { WalletFacts } from './walletApi.js'

/** `at`: when it was made, in epoch milliseconds. */
export type UnkeptKit = { readonly slot: string; readonly at: number }

/** The kit that was shown and that the visitor has not said to keep. The browser keeps its slot, because a page may be closed over it. */
export type UnkeptKits = {
  get(): Promise<UnkeptKit | undefined>
  set(kit: UnkeptKit | undefined): Promise<void>
}

/** For how long another tab may show a kit to somebody who writes it down, in milliseconds. */
const patience = 60 * 60_000

type Parameters = {
  readonly unkept: UnkeptKits
  readonly change: (options: changeWallet.Options) => Promise<changeWallet.Result>
  readonly refresh: () => Promise<WalletFacts>
  readonly now?: (() => number) | undefined
}

/** Makes kits. A kit counts as a way in once the visitor has said that they keep it; until then it can be taken back. */
export function createKits({ unkept, change, refresh, now = Date.now }: Parameters) {
  /** The slot of the kit that this surface shows. */
  let shown: string | undefined

  async function drop({ slot }: UnkeptKit): Promise<void> {
    await change({ remove: [slot] })
    await unkept.set(undefined)
  }

  return {
    async makeKit(label: string): Promise<{ readonly words: string; readonly file: string }> {
      // Nobody can keep the one before any more: it would count as a way in, and is none.
      const before = await unkept.get()
      const remove = before === undefined ? [] : [before.slot]
      const { opened, added } = await change({ add: [{ type: 'kit', label }], remove })
      const [made] = added
      if (made === undefined || made.secret.type !== 'kit') throw new VaultError('damaged', 'no kit was made')
      shown = made.slot.id
      await unkept.set({ slot: shown, at: now() })
      const words = kitWordsOf(made.secret.secret).join(' ')
      made.secret.secret.fill(0)
      return { words, file: JSON.stringify(makeKit(opened, made.slot), undefined, 2) }
    },

    /** The visitor keeps the kit. @throws `conflict` if another tab has taken it back */
    async keepKit(): Promise<WalletFacts> {
      const kit = await unkept.get()
      const facts = await refresh()
      const isThere = kit?.slot === shown && facts.ways.some(({ id }) => id === shown)
      if (!isThere) throw new VaultError('conflict', 'the kit is gone')
      await unkept.set(undefined)
      return facts
    },

    /** The visitor has left without keeping it. Another surface's kit stays. */
    async dropKit(): Promise<void> {
      const kit = await unkept.get()
      if (kit !== undefined && kit.slot === shown) await drop(kit)
    },

    /** Takes back a kit over which a page was closed: it would count as a way in, and is none. */
    async dropOld(): Promise<void> {
      const kit = await unkept.get()
      // If it fails, the next opening of the wallet tries again.
      if (kit !== undefined && now() - kit.at > patience) await drop(kit).catch(() => undefined)
    },
  }
}
