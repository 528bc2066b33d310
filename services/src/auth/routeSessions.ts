import { getMe, introspect, introspectBody, refresh, refreshBody, signOutEndpoint } from 'latchkey/protocol'
import * as v from 'valibot'
import type { App } from '../shared/app.js'
import type { Context } from '../shared/context.js'
import { HttpError } from '../shared/HttpError.js'
import { route } from '../shared/route.js'
import type { AuthStore } from './AuthStore.js'
import type { CheckProof } from './checkProof.js'
import { type Asking, bindingOf, pageOf } from './pageOf.js'
import { ProofError, proofMemory, readProof } from './readProof.js'
import { tokenOf } from './tokenOf.js'

type Parts = { readonly context: Context; readonly store: AuthStore; readonly checkProof: CheckProof }

/** Adds the routes of an existing session: read it, refresh it and end it. */
export function routeSessions(app: App, { context, store, checkProof }: Parts): void {
  const { settings, clock, log } = context
  const ownerOf = (input: Asking, key: string) => ({
    page: bindingOf(input.project, pageOf(input).origin),
    key,
  })

  /** Returns the request's token and the owner that it must belong to. */
  async function present(input: Asking, endpoint: typeof getMe | typeof signOutEndpoint) {
    const token = tokenOf(input, 'authorization', 'DPoP')
    if (token === undefined) throw nobody()
    const key = await checkProof(input, { ...endpoint, token })
    return { token, owner: ownerOf(input, key) }
  }

  route(app, getMe, async (input) => {
    const { token, owner } = await present(input, getMe)
    const session = await store.find(token, owner)
    if (session === undefined) throw nobody()
    return session
  })

  route(app, refresh, async (input) => {
    const body = v.safeParse(refreshBody, input.body)
    if (!body.success) throw new HttpError('INVALID_BODY', { details: 'refreshToken' })
    const key = await checkProof(input, refresh)
    const pair = await store.refresh(body.output.refreshToken, ownerOf(input, key))
    if (pair === undefined) throw nobody()
    return { ...pair, expiresIn: settings.authTokenSeconds }
  })

  route(app, signOutEndpoint, async (input) => {
    const { token, owner } = await present(input, signOutEndpoint)
    if (!(await store.revoke(token, owner))) throw nobody()
    return {}
  })

  route(app, introspect, async (input) => {
    const body = v.safeParse(introspectBody, input.body)
    if (!body.success)
      throw new HttpError('INVALID_BODY', { details: v.summarize(body.issues).slice(0, 300) })
    const { token, proof, method, url, origin } = body.output
    try {
      const { key, id } = await readProof(proof, { method, urls: [url], now: clock.now(), token })
      if (!(await store.useProof(id, clock.now() + proofMemory))) throw new ProofError('jti: came before')
      const session = await store.find(token, { page: bindingOf(input.project, origin), key })
      return session === undefined ? { active: false } : { active: true, ...session }
    } catch (error) {
      if (!(error instanceof ProofError)) throw error
      log.info('auth.proof', { project: input.project.id, reason: error.message })
      return { active: false }
    }
  })
}

function nobody(): HttpError {
  return new HttpError('UNAUTHORIZED', {
    message: 'Nobody is signed in',
    headers: { 'www-authenticate': 'DPoP error="invalid_token", algs="ES256"' },
  })
}
