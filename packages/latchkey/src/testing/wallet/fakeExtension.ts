/**
 * A wallet as extensions inject it, that signs nothing. Its user approves each site, or says why not; an approved site
 * is asked about no more.
 */
export function fakeExtension({ accounts = [], isApproving = true, refusal }: fakeExtension.Parameters) {
  let list: unknown = accounts
  let isOpen = isApproving
  let isGranted = false
  let prompts = 0
  const listeners = new Set<(accounts: unknown) => void>()
  const signer = {
    signRaw: async () => ({ signature: `0x${'ab'.repeat(64)}` }),
    signPayload: async () => ({ signature: `0x${'ab'.repeat(64)}` }),
  }
  const injected = {
    accounts: {
      get: async () => list,
      subscribe(listener: (accounts: unknown) => void) {
        listeners.add(listener)
        listener(list)
        return () => listeners.delete(listener)
      },
    },
    signer,
  }
  return {
    entry: {
      version: '1',
      async enable() {
        if (!isGranted) prompts++
        if (refusal !== undefined) throw new Error(refusal)
        if (!isOpen) throw new Error('Rejected by the user')
        isGranted = true
        return injected
      },
    },
    approve() {
      isOpen = true
    },
    prompts: () => prompts,
    setAccounts(next: unknown) {
      list = next
      for (const listener of listeners) listener(next)
    },
  }
}

export declare namespace fakeExtension {
  type Parameters = {
    /** What it lists, sound or not. */
    readonly accounts?: unknown
    /** @default true */
    readonly isApproving?: boolean | undefined
    /** What it says in place of an answer. */
    readonly refusal?: string | undefined
  }
}
