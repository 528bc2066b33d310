import type { Gate } from '../../core/adapter.js'
import type { AccountFacts } from '../../core/connector.js'
import { isSessionRequester, type SessionRequester } from '../../core/walletProtocol.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { isRecord } from '../../protocol/checks.js'
import { KitError } from '../../protocol/errors.js'

/** The interface of a toy wallet, deliberately unlike EIP-1193. */
export type ToyProvider = {
  where(): Promise<CaipNetworkId>
  whoAmI(): Promise<readonly string[]>
  sign(account: Pick<AccountFacts, 'address' | 'type'>, message: string | Uint8Array): Promise<string>
  signIn(account: Pick<AccountFacts, 'address' | 'type'>, text: string): Promise<string>
  pay(networkId: CaipNetworkId, from: string, to: string, units: bigint): Promise<string>
}

/** Checks the provider of a wallet in the page, or of one reached over the connection protocol. */
export function readToyProvider(value: unknown): ToyProvider {
  if (isRecord(value) && 'whoAmI' in value && 'pay' in value) return value as unknown as ToyProvider
  if (isSessionRequester(value)) return overProtocol(value)
  throw accountError('PROVIDER_UNDEFINED')
}

function overProtocol({ request, granted }: SessionRequester): ToyProvider {
  const ask = async (method: string, params: unknown) => {
    const answer = await request({ method, params })
    if (typeof answer !== 'string') throw accountError('PROVIDER_UNDEFINED')
    return answer
  }
  const session = () => {
    const now = granted()
    if (now === undefined) throw new KitError('NOT_CONNECTED')
    return now
  }
  return {
    where: async () => session().networkId,
    whoAmI: async () => session().addresses,
    sign: ({ address, type }, message) =>
      ask('toy_sign', {
        address,
        type,
        ...(typeof message === 'string' ? { text: message } : { bytes: [...message] }),
      }),
    signIn: ({ address, type }, text) => ask('toy_signIn', { address, type, text }),
    pay: (networkId, from, to, units) => ask('toy_pay', { networkId, from, to, units: String(units) }),
  }
}

/** Makes the provider that apps get: requests that need approval go through the kit's gate, all others directly. */
export function guardToyProvider(provider: ToyProvider, gate: Gate): ToyProvider {
  const ask = async (method: string, params: unknown, answer: () => Promise<string>) =>
    String(await gate({ method, params }, answer))
  return {
    where: () => provider.where(),
    whoAmI: () => provider.whoAmI(),
    sign: (account, message) =>
      ask('toy_sign', { address: account.address }, () => provider.sign(account, message)),
    signIn: (account, text) =>
      ask('toy_signIn', { address: account.address }, () => provider.signIn(account, text)),
    pay: (networkId, from, to, units) =>
      ask('toy_pay', { from, chainId: networkId }, () => provider.pay(networkId, from, to, units)),
  }
}
