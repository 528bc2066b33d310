import { type CaipNetworkId, toNetworkId } from 'latchkey/protocol'
import { getAddress } from 'viem'
import { readAssets } from '../accounts/assets.js'
import { chainNumber } from '../accounts/Chain.js'
import { callsStatus } from '../accounts/callsStatus.js'
import { capabilitiesOf } from '../accounts/capabilities.js'
import { quantity } from '../accounts/hex.js'
import { refuse } from '../accounts/Refusal.js'
import { findBatch } from '../accounts/records.js'
import { requireOwn } from './eip155/ownAddress.js'
import { isRecord, listOf, type ReadContext, type WalletRequest } from './ReadContext.js'

export type LocalAnswer =
  | { readonly status: 'answer'; readonly result: unknown }
  /** The page wants another chain; the surface changes it, as for `SWITCH_NETWORK`. */
  | { readonly status: 'switch'; readonly chainId: CaipNetworkId }

/** Answers what the wallet knows without asking anybody. @throws {Refusal} */
export async function answerLocally(request: WalletRequest, context: ReadContext): Promise<LocalAnswer> {
  const { method, chainId } = request
  const { account, chains, records, origin, rpc } = context
  const answer = (result: unknown): LocalAnswer => ({ status: 'answer', result })
  const own = getAddress(account.eip155)
  const [first, second] = listOf(request)
  switch (method) {
    case 'eth_chainId':
      return answer(quantity(chainNumber(chainId)))
    case 'net_version':
      return answer(String(chainNumber(chainId)))
    case 'eth_accounts':
    case 'eth_requestAccounts':
      return answer([own])
    case 'eth_coinbase':
      return answer(own)
    case 'solana_getAccounts':
    case 'solana_requestAccounts':
      return answer([{ pubkey: account.solana }])
    case 'wallet_getPermissions':
    case 'wallet_requestPermissions':
      return answer([
        {
          parentCapability: 'eth_accounts',
          invoker: origin,
          caveats: [{ type: 'restrictReturnedAccounts', value: [own] }],
        },
      ])
    case 'wallet_getCapabilities': {
      if (first !== undefined) requireOwn(first, 'address', context)
      return answer(capabilitiesOf(chains.filter(isEip155), account.type, listOrNone(second)))
    }
    case 'wallet_getCallsStatus': {
      const batch = typeof first === 'string' ? findBatch(records, origin, first) : undefined
      if (batch === undefined) throw refuse('unknownBundle')
      return answer(await callsStatus(batch, rpc, context.now()))
    }
    case 'wallet_getAssets': {
      const { account: asked, chainFilter } = isRecord(first) ? first : {}
      if (asked !== undefined) requireOwn(asked, 'account', context)
      const wanted = listOrNone(chainFilter)
      const some = chains
        .filter(isEip155)
        .filter(({ id }) => wanted === undefined || wanted.some((one) => Number(one) === chainNumber(id)))
      return answer(await readAssets(some, own, rpc))
    }
    case 'wallet_switchEthereumChain':
    case 'wallet_addEthereumChain':
      return switchTo(first, method, context)
    default:
      throw refuse('forbidden')
  }
}

const isEip155 = ({ id }: { readonly id: CaipNetworkId }) => id.startsWith('eip155:')
const listOrNone = (value: unknown): readonly unknown[] | undefined =>
  Array.isArray(value) ? value : undefined

/** The wallet serves the operator's chains; a page adds none. */
function switchTo(params: unknown, method: string, { chains }: ReadContext): LocalAnswer {
  const asked = isRecord(params) ? toNetworkId(params.chainId, 'eip155') : undefined
  if (asked === undefined) throw refuse('invalid', { field: 'chainId', problem: 'must be a chain id' })
  if (!chains.some(({ id }) => id === asked)) {
    if (method === 'wallet_addEthereumChain') throw refuse('unsupported', { what: 'adding networks' })
    throw refuse('chainNotAdded', { chainId: asked })
  }
  return method === 'wallet_addEthereumChain'
    ? { status: 'answer', result: null }
    : { status: 'switch', chainId: asked }
}
