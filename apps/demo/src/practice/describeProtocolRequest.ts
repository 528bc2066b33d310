import {
  aboutTransaction,
  bytesOf,
  describeBitcoin,
  describePolkadot,
  describeSolana,
  inBitcoin,
  type Lines,
  messageLines,
} from './describeRequest.js'

/** The lines that describe a request over the connection protocol, and the address that the request names. */
export type ProtocolLines = Lines & { readonly address: string | undefined }

/**
 * Describes a request of Solana, Bitcoin or Polkadot over the connection protocol. `own` are the wallet's addresses on
 * the network. Returns `undefined` for a method that it does not know.
 *
 * @throws for what cannot be read
 */
export async function describeProtocolRequest(
  { method, params }: { readonly method: string; readonly params?: unknown },
  own: readonly string[],
): Promise<ProtocolLines | undefined> {
  const describe = descriptions[method]
  return describe?.((params ?? {}) as Fields, own)
}

type Fields = { readonly [name: string]: unknown }
type Describe = (params: Fields, own: readonly string[]) => Promise<ProtocolLines>

const descriptions: { readonly [method: string]: Describe | undefined } = {
  async solana_signMessage(params) {
    const message = await fromBase58(textIn(params, 'message'))
    return { ...(await describeSolana('signMessage', { message })), address: optional(params, 'pubkey') }
  },
  async solana_signTransaction(params) {
    const transaction = fromBase64(textIn(params, 'transaction'))
    return {
      ...(await describeSolana('signTransaction', { transaction })),
      address: optional(params, 'pubkey'),
    }
  },
  async solana_signAndSendTransaction(params) {
    const transaction = fromBase64(textIn(params, 'transaction'))
    const described = await describeSolana('signAndSendTransaction', { transaction })
    return { ...described, address: optional(params, 'pubkey') }
  },
  async solana_signAllTransactions(params) {
    const all: readonly unknown[] = Array.isArray(params.transactions) ? params.transactions : []
    const described = await Promise.all(
      all.map((one) => describeSolana('signTransaction', { transaction: fromBase64(String(one)) })),
    )
    return {
      title: `Sign ${all.length} transactions?`,
      lines: described.flatMap(({ lines }, at) => [
        ['Transaction', `${at + 1} of ${all.length}`] as const,
        ...lines,
      ]),
      address: optional(params, 'pubkey'),
    }
  },

  async signMessage(params) {
    const address = optional(params, 'address') ?? optional(params, 'account')
    return { ...messageLines(textIn(params, 'message')), address }
  },
  async signPsbt(params, own) {
    const psbt = fromBase64(textIn(params, 'psbt'))
    const { title, lines } = await describeBitcoin('bitcoin:signTransaction', [{ psbt }], own)
    const isSent = params.broadcast === true
    return {
      title: isSent ? title.replace(/^Sign(?: to send)?/, 'Send') : title,
      lines,
      address: optional(params, 'account'),
    }
  },
  async sendTransfer(params) {
    const amount = textIn(params, 'amount')
    if (!/^[1-9]\d{0,15}$/.test(amount)) throw new TypeError('amount')
    const lines = [
      ['To', textIn(params, 'recipientAddress')],
      ['Amount', inBitcoin(BigInt(amount))],
    ] as const
    return { ...aboutTransaction('Send', lines), address: optional(params, 'account') }
  },

  async polkadot_signMessage(params) {
    const message = textIn(params, 'message')
    const isHex = /^0x(?:[0-9a-f]{2})*$/i.test(message)
    const described = isHex ? await describePolkadot('signRaw', { data: message }) : messageLines(message)
    return { ...described, address: textIn(params, 'address') }
  },
  async polkadot_signTransaction(params) {
    const payload = (params.transactionPayload ?? {}) as Fields
    const call = bytesOf(textIn(payload, 'method'))
    if (call.length === 0) throw new TypeError('method')
    return { ...(await describePolkadot('signPayload', payload)), address: textIn(params, 'address') }
  },
}

function textIn(params: Fields, name: string): string {
  const value = params[name]
  if (typeof value !== 'string' || value.length > 2_000_000) throw new TypeError(name)
  return value
}

function optional(params: Fields, name: string): string | undefined {
  return params[name] === undefined ? undefined : textIn(params, name)
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

async function fromBase58(text: string): Promise<Uint8Array> {
  const { getBase58Encoder } = await import('@solana/kit')
  return Uint8Array.from(getBase58Encoder().encode(text))
}
