import { getSessions, parseCaipAddress, revokeSession, revokeSessionBody } from 'latchkey/protocol'
import * as v from 'valibot'
import { getAddress, isAddress } from 'viem'
import { verifyMessage } from 'viem/actions'
import type { App } from '../../shared/app.js'
import type { Context } from '../../shared/context.js'
import { HttpError } from '../../shared/HttpError.js'
import { route } from '../../shared/route.js'
import { type Chains, orUnreachable } from '../chain.js'
import { createNodeClient } from '../nodeClient.js'
import type { Nodes } from '../nodes.js'
import { NodeError } from '../post.js'
import type { SessionStore } from './sessionStore.js'

/** Answers which permissions an account has given, and takes them back for whoever signs as the account (spec §7). */
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
    const { pci } = result.output
    const signature = result.output.signature as `0x${string}`
    const chain = chains.get(networkId)
    if (chain === undefined)
      throw new HttpError('INVALID_QUERY', { details: 'address: this service does not answer for the chain' })
    const message = `Revoke session ${pci}`
    // Before anything is looked up: what there is, only the account itself is told.
    if (!(await orUnreachable(isSigned(chain.nodes, { address, message, signature }))))
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

/** By the account's key, or by its contract (ERC-1271, ERC-6492). */
async function isSigned(
  nodes: Nodes,
  signed: { readonly address: `0x${string}`; readonly message: string; readonly signature: `0x${string}` },
): Promise<boolean> {
  let fault: NodeError | undefined
  // viem takes a chain that does not answer for a contract that says no.
  const told: Nodes = {
    ...nodes,
    ask: (calls, signal) =>
      nodes.ask(calls, signal).catch((error: unknown) => {
        if (error instanceof NodeError) fault = error
        throw error
      }),
  }
  const isValid = await verifyMessage(createNodeClient(told, { ccipRead: false }), {
    ...signed,
    mode: 'eoa',
  }).catch(() => false)
  if (!isValid && fault !== undefined) throw fault
  return isValid
}
