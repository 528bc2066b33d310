/** What a wallet shows its user about a request. */
export type Lines = {
  readonly title: string
  readonly lines: readonly (readonly [name: string, value: string])[]
}

type Bytes = { readonly message?: unknown; readonly transaction?: unknown }

export async function describeSolana(method: string, input: object): Promise<Lines> {
  if (method === 'signIn') {
    const { domain, statement } = input as { readonly domain?: string; readonly statement?: string }
    return {
      title: 'Sign in?',
      lines: [['Site', domain ?? ''], ...(statement ? [['Statement', statement] as const] : [])],
    }
  }
  const { message, transaction } = input as Bytes
  if (transaction instanceof Uint8Array) {
    const title = method === 'signTransaction' ? 'Sign this transaction?' : 'Send this transaction?'
    return { title, lines: await linesOfSolana(transaction).catch(() => [sizeOf(transaction)]) }
  }
  return messageLines(message)
}

const systemProgram = '11111111111111111111111111111111'

/** Reads the transfers of a Solana transaction: of the coin, and of tokens. */
async function linesOfSolana(wire: Uint8Array): Promise<Lines['lines']> {
  const { getCompiledTransactionMessageDecoder, getTransactionDecoder } = await import('@solana/kit')
  const { messageBytes } = getTransactionDecoder().decode(wire)
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
  if (!('instructions' in message)) return [sizeOf(wire)]
  const { staticAccounts } = message
  const lines = message.instructions.flatMap<Lines['lines'][number]>(
    ({ programAddressIndex, accountIndices = [], data }) => {
      const program = staticAccounts[programAddressIndex] ?? ''
      const account = (at: number) => staticAccounts[accountIndices[at] ?? -1] ?? ''
      const bytes = Uint8Array.from(data ?? [])
      const view = new DataView(bytes.buffer)
      if (program === systemProgram && bytes.length === 12 && view.getUint32(0, true) === 2) {
        return [
          ['To', account(1)],
          ['Amount', `${decimal(view.getBigUint64(4, true), 9)} SOL`],
        ]
      }
      // TransferChecked, and Token-2022's with a fee.
      const start = bytes[0] === 12 ? 1 : bytes[0] === 26 && bytes[1] === 1 ? 2 : undefined
      if (!program.startsWith('Token') || start === undefined) return []
      return [
        ['To the token account', account(2)],
        ['Amount', decimal(view.getBigUint64(start, true), bytes[start + 8] ?? 0)],
        ['Token', account(1)],
      ]
    },
  )
  return lines.length === 0 ? [sizeOf(wire)] : lines
}

export async function describeBitcoin(method: string, params: unknown): Promise<Lines> {
  if (method === 'bitcoin:signMessage') return messageLines((params as Bytes | undefined)?.message)
  const [first] = Array.isArray(params) ? (params as readonly { readonly psbt?: Uint8Array }[]) : []
  const title = 'Sign this transaction?'
  if (first?.psbt === undefined) return { title, lines: [] }
  const psbt = first.psbt
  return { title, lines: await linesOfBitcoin(psbt).catch(() => [sizeOf(psbt)]) }
}

const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

async function linesOfBitcoin(psbt: Uint8Array): Promise<Lines['lines']> {
  const { Transaction } = await import('@scure/btc-signer')
  const transaction = Transaction.fromPSBT(psbt)
  const own = transaction.getInput(0).witnessUtxo?.script.join()
  const outputs = Array.from({ length: transaction.outputsLength }, (_, at) => at)
  const lines = outputs.flatMap<Lines['lines'][number]>((at) => {
    const { script, amount = 0n } = transaction.getOutput(at)
    const sum = `${decimal(amount, 8)} BTC`
    if (script?.join() === own) return [['Change', sum]]
    return [
      ['To', transaction.getOutputAddress(at, regtest) ?? '?'],
      ['Amount', sum],
    ]
  })
  return [...lines, ['Fee', `${decimal(transaction.fee, 8)} BTC`]]
}

export async function describePolkadot(method: string, input: unknown): Promise<Lines> {
  const { data = '', method: call = '' } = (input ?? {}) as {
    readonly data?: string
    readonly method?: string
  }
  if (method === 'signPayload') {
    return { title: 'Send this transaction?', lines: await linesOfPolkadot(bytesOf(call)) }
  }
  const text = new TextDecoder().decode(bytesOf(data))
  return messageLines(text.replace(/^<Bytes>|<\/Bytes>$/g, ''))
}

/** Reads the transfer in a call: the pallet and the call, a recipient by its key, and the amount. */
async function linesOfPolkadot(call: Uint8Array): Promise<Lines['lines']> {
  const { AccountId, compact } = await import('@polkadot-api/substrate-bindings')
  if (call.length < 36 || call[2] !== 0) return [sizeOf(call)]
  return [
    ['To', AccountId(42).dec(call.slice(3, 35))],
    ['Amount', `${decimal(BigInt(compact.dec(call.slice(35))), 12)} ROC`],
  ]
}

function messageLines(message: unknown): Lines {
  const text = message instanceof Uint8Array ? new TextDecoder().decode(message) : String(message ?? '')
  return { title: 'Sign this message?', lines: [['Message', text]] }
}

const bytesOf = (hex: string) =>
  Uint8Array.from(hex.replace(/^0x/, '').match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

const sizeOf = ({ length }: Uint8Array) => ['Transaction', `${length} bytes`] as const

/** Writes base units with so many decimals, without needless zeros. */
function decimal(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const [whole, part] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)]
  return `${whole}.${part}`.replace(/\.?0*$/, '')
}
