/** @typedef {import('oidc-provider').AdapterPayload} Payload */

/**
 * Keeps what a provider keeps in the memory of this program, until it is over.
 *
 * @returns {import('oidc-provider').AdapterFactory}
 */
export function keepInMemory() {
  /** @type {Map<string, { readonly payload: Payload, readonly ends: number }>} */
  const kept = new Map()

  return (model) => {
    const keyOf = (/** @type {string} */ id) => `${model} ${id}`
    const find = (/** @type {string} */ id) => {
      const entry = kept.get(keyOf(id))
      return entry !== undefined && entry.ends > Date.now() ? entry.payload : undefined
    }
    return {
      async upsert(id, payload, expiresIn = 600) {
        for (const [key, { ends }] of kept) if (ends <= Date.now()) kept.delete(key)
        kept.set(keyOf(id), { payload, ends: Date.now() + expiresIn * 1_000 })
      },
      find: async (id) => find(id),
      // Of logins on devices without a browser, which no provider here has.
      findByUserCode: async () => undefined,
      async findByUid(uid) {
        for (const [key, { payload }] of kept)
          if (payload.uid === uid && key.startsWith(`${model} `)) return find(key.slice(model.length + 1))
        return undefined
      },
      async consume(id) {
        const payload = find(id)
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1_000)
      },
      async destroy(id) {
        kept.delete(keyOf(id))
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key)
      },
    }
  }
}
