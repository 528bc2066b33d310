import type { Context } from '../shared/context.js'
import { HttpError } from '../shared/HttpError.js'
import type { AuthStore } from './AuthStore.js'
import { type Asking, pageOf } from './pageOf.js'
import { ProofError, proofMemory, readProof } from './readProof.js'

/** Checks that the sender of a request holds a key, and returns the key's thumbprint. Throws 401. */
export type CheckProof = (
  input: Asking,
  request: {
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly token?: string | undefined
    /** The body, if the proof must cover it. */
    readonly body?: Uint8Array | undefined
  },
) => Promise<string>

/**
 * Creates the proof check for requests to one service.
 *
 * @param basesFor Returns the addresses that the service may have; by default those of the auth service.
 */
export function createProofCheck(
  { settings, clock, log }: Context,
  store: Pick<AuthStore, 'useProof'>,
  basesFor: (input: Asking) => readonly string[] = (input) =>
    settings.authUrls.length > 0 ? settings.authUrls : basesOf(input),
): CheckProof {
  return async (input, { method, path, token, body }) => {
    const bases = basesFor(input)
    const urls = bases.map((base) => `${base.replace(/\/+$/, '')}${path}`)
    try {
      // Stryker disable next-line StringLiteral: a text that is no proof.
      const { key, id } = await readProof(input.header('dpop') ?? '', {
        method,
        urls,
        now: clock.now(),
        token,
        body,
      })
      if (!(await store.useProof(id, clock.now() + proofMemory))) throw new ProofError('jti: came before')
      return key
    } catch (error) {
      if (!(error instanceof ProofError)) throw error
      log.info('auth.proof', { project: input.project.id, reason: error.message })
      throw new HttpError('UNAUTHORIZED', {
        message: 'The proof of the key (header `DPoP`) does not count',
        details: error.message,
        headers: { 'www-authenticate': 'DPoP error="invalid_dpop_proof", algs="ES256"' },
        cause: error,
      })
    }
  }
}

/**
 * Returns the base addresses that this service may have, when no setting names one: the requested host under either
 * scheme (a proxy may terminate TLS), or the page's own origin (the page's server may forward requests under another
 * `Host`).
 */
function basesOf(input: Asking): readonly string[] {
  const host = input.header('host') ?? 'localhost'
  return [`https://${host}`, `http://${host}`, pageOf(input).origin].filter((base) => URL.canParse(base))
}
