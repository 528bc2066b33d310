import { getSessions, parseCaipAddress, revokeSession, revokeSessionBody } from 'latchkey/protocol'
import { SiwxError, verifyEip155 } from 'latchkey/siwx'
import * as v from 'valibot'
import { getAddress, isAddress } from 'viem'
import { NodeError } from '../../outbound/post.js'
import type { App } from '../../shared/app.js'
import type { Context } from '../../shared/context.js'
import { HttpError } from '../../shared/HttpError.js'
import { route } from '../../shared/route.js'
import { requireCalls } from '../budget/meter.js'
import { type Chains, orUnreachable } from '../chain.js'
import { createNodeClient } from '../nodeClient.js'
import type { Nodes } from '../nodes.js'
import type { SessionStore } from './sessionStore.js'

/**
 * Adds the routes that list an account's permissions and revoke them on a request that the account signed (spec §7).
 */
export function routeSessions(
  app: App,
  { clock }: Context,
  { chains, sessions }: { readonly chains: Chains; readonly sessions: SessionStore },
): void {
  route(app, getSessions, async ({ params }) => ({
    pcis: [...(await sessions.of(readAccount(params.address).key))],
  }))

  route(app, revokeSession, async ({ params, body }) => {
    const { key, networkId, address } = readAccount(params.address)
    const result = v.safeParse(revokeSessionBody, body)
    if (!result.success) {
      const [issue] = result.issues
      const details = `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`.slice(0, 300)
      throw new HttpError('INVALID_BODY', { details })
    }
    const { pci, signature } = result.output
    const chain = chains.get(networkId)
    if (chain === undefined)
      throw new HttpError('INVALID_QUERY', { details: 'address: this service does not answer for the chain' })
    const text = `Revoke session ${pci}`
    requireCalls()
    // Verify before looking anything up: only the account itself may learn what exists.
    if (!(await orUnreachable(isSigned(chain.nodes, { address, text, signature }))))
      throw new HttpError('UNAUTHORIZED', { message: 'The account did not sign this' })
    const revokedAt = await sessions.revoke(key, pci, Math.floor(clock.now() / 1_000))
    if (revokedAt === undefined) throw new HttpError('NOT_FOUND', { details: 'no such permission' })
    return { pci, revokedAt }
  })
}

function readAccount(text: string) {
  const parsed = parseCaipAddress(text)
  if (parsed === undefined || parsed.namespace !== 'eip155' || !isAddress(parsed.address, { strict: false }))
    throw new HttpError('INVALID_QUERY', { details: 'address: must be a CAIP-10 id of an eip155 account' })
  return { networkId: parsed.networkId, address: getAddress(parsed.address), key: text.toLowerCase() }
}

/** Verifies a signature by the account's key, or by its contract (ERC-1271, ERC-6492, ERC-8010), which is untrusted. */
async function isSigned(
  nodes: Nodes,
  signed: { readonly address: string; readonly text: string; readonly signature: string },
): Promise<boolean> {
  const { chainId } = nodes
  try {
    return await verifyEip155({ ...signed, chainId, clients: [createNodeClient(nodes)] })
  } catch (error) {
    if (!(error instanceof SiwxError)) throw error
    // An unreachable chain must not look like an account that rejects the signature.
    if (error.reason === 'CHAIN_UNREACHABLE') throw new NodeError('did not answer', { cause: error })
    return false
  }
}
