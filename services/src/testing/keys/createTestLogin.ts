import { randomUUID } from 'node:crypto'
import type { CheckLogin, Login } from '../../auth/login/Login.js'
import { ProofError, readProof } from '../../auth/readProof.js'
import { HttpError } from '../../shared/HttpError.js'

/** Sessions of the wallet's site, checked as the login checks them: by a token and a proof that covers the body, each proof once. */
export type TestLogin = {
  readonly checkLogin: CheckLogin
  /** Logs in, and returns the session's token: the given one, or a new one. */
  open(login: Omit<Login, 'id'>, token?: string): string
  /** Ends all sessions of a user. */
  end(user: string): void
}

export function createTestLogin(siteUrl: string, now: () => number): TestLogin {
  const sessions = new Map<string, Login>()
  const used = new Set<string>()
  return {
    async checkLogin(input, { method, path }) {
      const [, token = ''] = /^DPoP (.+)$/.exec(input.header('authorization') ?? '') ?? []
      const proof = input.header('dpop') ?? ''
      try {
        const body = input.bodyBytes ?? new Uint8Array()
        const expected = { method, urls: [`${siteUrl}${path}`], now: now(), token, body }
        const { key, id } = await readProof(proof, expected)
        if (used.has(id)) throw new ProofError('jti: came before')
        used.add(id)
        const login = sessions.get(token)
        if (login?.key !== key || login.project !== input.project.id) throw new ProofError('session')
        return login
      } catch (error) {
        if (!(error instanceof ProofError)) throw error
        throw new HttpError('UNAUTHORIZED', { details: error.message, cause: error })
      }
    },
    open(login, token = randomUUID()) {
      sessions.set(token, { id: randomUUID(), ...login })
      return token
    },
    end(user) {
      for (const [token, login] of sessions) if (login.user.id === user) sessions.delete(token)
    },
  }
}
