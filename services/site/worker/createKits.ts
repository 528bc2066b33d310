import type { changeWallet } from '../vault/changeWallet.js'
import { makeKit } from '../vault/kit/Kit.js'
import { kitWordsOf } from '../vault/kit/kitWords.js'
import { VaultError } from '../vault/VaultError.js'
import type { WalletSession } from '../vault/WalletSession.js'
import type { WalletFacts } from './walletApi.js'

/** `at`: when it was made, in epoch milliseconds. `before`: slots of earlier ones that it replaces, until that is done. */
export type UnkeptKit = {
  readonly slot: string
  readonly at: number
  readonly before?: readonly string[] | undefined
}

/** The kit that was shown and that the visitor has not said to keep. The browser keeps its slot, because a page may be closed over it. */
export type UnkeptKits = {
  get(user: string): Promise<UnkeptKit | undefined>
  set(user: string, kit: UnkeptKit | undefined): Promise<void>
}

/** For how long another tab may show a kit to somebody who writes it down, in milliseconds. */
const patience = 60 * 60_000

type Parameters = {
  readonly unkept: UnkeptKits
  readonly session: () => Promise<WalletSession>
  readonly change: (own: WalletSession, options: changeWallet.Options) => Promise<changeWallet.Result>
  readonly refresh: (own: WalletSession) => Promise<WalletFacts>
  readonly now?: (() => number) | undefined
}

/** Makes kits. A kit counts as a way in once the visitor has said that they keep it; until then it can be taken back. */
export function createKits({ unkept, session, change, refresh, now = Date.now }: Parameters) {
  /** The slot of the kit that this surface shows. */
  let shown: string | undefined

  /** The slots of a kit that nobody keeps, and of those before it. A page may have died before the wallet got or lost them. */
  async function slotsOf(own: WalletSession, kit: UnkeptKit | undefined): Promise<readonly string[]> {
    if (kit === undefined) return []
    const { ways } = await refresh(own)
    return [kit.slot, ...(kit.before ?? [])].filter((slot) => ways.some(({ id }) => id === slot))
  }

  async function drop(own: WalletSession, kit: UnkeptKit): Promise<void> {
    const remove = await slotsOf(own, kit)
    if (remove.length > 0) await change(own, { remove })
    await unkept.set(own.user, undefined)
  }

  return {
    async makeKit(label: string): Promise<{ readonly words: string; readonly file: string }> {
      // Nobody can keep the one before any more: it would count as a way in, and is none.
      const own = await session()
      const remove = await slotsOf(own, await unkept.get(own.user))
      const { opened, added } = await change(own, {
        add: [{ type: 'kit', label }],
        remove,
        // First: the page may be closed before it hears that the wallet has the kit.
        async onMade([slot = '']) {
          await unkept.set(own.user, { slot, at: now(), before: remove })
        },
      })
      const [made] = added
      if (made === undefined || made.secret.type !== 'kit') throw new VaultError('damaged', 'no kit was made')
      shown = made.slot.id
      await unkept.set(own.user, { slot: shown, at: now() })
      const words = kitWordsOf(made.secret.secret).join(' ')
      made.secret.secret.fill(0)
      return { words, file: JSON.stringify(makeKit(opened, made.slot), undefined, 2) }
    },

    /** The visitor keeps the kit. @throws `conflict` if another tab has taken it back */
    async keepKit(): Promise<WalletFacts> {
      const own = await session()
      const kit = await unkept.get(own.user)
      const facts = await refresh(own)
      const isThere = kit?.slot === shown && facts.ways.some(({ id }) => id === shown)
      if (!isThere) throw new VaultError('conflict', 'the kit is gone')
      await unkept.set(own.user, undefined)
      return facts
    },

    /** The visitor has left without keeping it. Another surface's kit stays. */
    async dropKit(): Promise<void> {
      const own = await session()
      const kit = await unkept.get(own.user)
      if (kit !== undefined && kit.slot === shown) await drop(own, kit)
    },

    /** Takes back a kit over which a page was closed: it would count as a way in, and is none. */
    async dropOld(own: WalletSession): Promise<void> {
      const kit = await unkept.get(own.user)
      // If it fails, the next opening of the wallet tries again.
      if (kit !== undefined && now() - kit.at > patience) await drop(own, kit).catch(() => undefined)
    },
  }
}
