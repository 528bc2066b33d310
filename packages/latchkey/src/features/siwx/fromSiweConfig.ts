import type { SiweConfig, SiwxConfig, SiwxRequest } from '../../core/siwx.js'

const mapped = new WeakSet<object>()

/** Whether a config is one that {@link fromSiweConfig} has made: then a question for a session may end it. */
export const isMapped = ({ getSessions }: SiwxConfig): boolean => mapped.has(getSessions)

/**
 * Converts the older sign-in config to the newer one. The older form has one session at a time, of eip155. Another
 * account or network must sign again, unless the host's config keeps the session when it changes.
 */
export function fromSiweConfig(siwe: SiweConfig): SiwxConfig {
  let leaving: Promise<void> | undefined

  const config: SiwxConfig = {
    async createMessage({ accountAddress, chainId }) {
      const nonce = await siwe.getNonce(accountAddress)
      const text = await siwe.createMessage({
        address: accountAddress,
        chainId: numberOf(chainId),
        nonce,
      })
      return { accountAddress, chainId, toString: () => text }
    },
    ...(siwe.getMessageParams === undefined ? {} : { createRequest }),
    async addSession({ message, signature, cacao }) {
      if (!(await siwe.verifyMessage({ message, signature, ...(cacao && { cacao }) })))
        throw new Error('verifyMessage answered false')
      const session = await siwe.getSession()
      if (session !== null) siwe.onSignIn?.(session)
    },
    async revokeSession(chainId, address) {
      if (!chainId.startsWith('eip155:')) return
      // The one session may be another account's.
      const session = await siwe.getSession()
      if (session !== null && isSame(session.address, address)) await signOut()
    },
    async setSessions(sessions) {
      if (sessions.length === 0) await signOut()
    },
    async getSessions(chainId, address) {
      // Only eip155 accounts sign with this form; other accounts need no signature.
      const data = { accountAddress: address, chainId }
      if (!chainId.startsWith('eip155:')) return [{ data, message: '', signature: '' }]
      const session = await siwe.getSession()
      if (session === null) return []
      const isSameAccount = isSame(session.address, address)
      const isSameNetwork = session.chainId === numberOf(chainId)
      const isKept =
        (isSameAccount || siwe.signOutOnAccountChange === false) &&
        (isSameNetwork || siwe.signOutOnNetworkChange === false)
      if (isKept) return [{ data, message: '', signature: '' }]
      await signOut()
      return []
    },
    getRequired: () => siwe.required !== false,
    signOutOnDisconnect: siwe.signOutOnDisconnect !== false,
  }
  mapped.add(config.getSessions)
  return config

  async function createRequest(): Promise<SiwxRequest> {
    const parameters = await siwe.getMessageParams?.()
    if (parameters === undefined) throw new Error('getMessageParams answered nothing')
    const { domain, uri, statement, exp, nbf, requestId, resources } = parameters
    const nonce = await siwe.getNonce()
    return { domain, uri, nonce, statement, expirationTime: exp, notBefore: nbf, requestId, resources }
  }

  /** Several calls at once are one: there is only one session. */
  async function signOut() {
    leaving ??= (async () => {
      await siwe.signOut()
      siwe.onSignOut?.()
    })().finally(() => {
      leaving = undefined
    })
    await leaving
  }
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function numberOf(chainId: string): number {
  return Number(chainId.slice(chainId.indexOf(':') + 1))
}
