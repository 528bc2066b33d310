/** What a wallet shows its user about a request. */
export type Lines = {
  readonly title: string
  readonly lines: readonly (readonly [name: string, value: string])[]
}

type Bytes = { readonly message?: unknown; readonly transaction?: unknown }

export async function describeSolana(method: string, input: object): Promise<Lines> {
  if (method === 'signIn') {
    const { domain, statement } = input as { readonly domain?: string; readonly statement?: string }
    const message = `${domain} wants you to sign in with your Solana account`
    return {
      title: 'Sign in?',
      lines: [['Message', message], ...(statement ? [['Statement', statement] as const] : [])],
    }
  }
  const { message, transaction } = input as Bytes
  if (!(transaction instanceof Uint8Array)) return messageLines(message)
  const lines = await linesOfSolana(transaction).catch(() => [sizeOf(transaction)])
  return aboutTransaction(method === 'signTransaction' ? 'Sign' : 'Send', lines)
}

/** A transaction's title: the payment in words, if it is nothing else. */
export function aboutTransaction(verb: 'Sign' | 'Send', lines: Lines['lines']): Lines {
  const valuesOf = (wanted: string) => lines.flatMap(([name, value]) => (name === wanted ? [value] : []))
  const [to, ...others] = valuesOf('To')
  const [amount] = valuesOf('Amount')
  const isPayment =
    to !== undefined && amount !== undefined && others.length === 0 && valuesOf(alsoCalls).length === 0
  if (!isPayment) return { title: `${verb} this transaction?`, lines }
  const payment = `${amount} to ${to.slice(0, 6)}…${to.slice(-4)}`
  return { title: verb === 'Send' ? `Send ${payment}?` : `Sign to send ${payment}?`, lines }
}

const alsoCalls = 'Also calls'
const systemProgram = '11111111111111111111111111111111'
/** Instructions of this program only say what the transaction pays for its work. */
const budgetProgram = 'ComputeBudget111111111111111111111111111111'

/** Reads the transfers of a Solana transaction: of the coin, and of tokens. Everything else is named by its program. */
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
      if (program === budgetProgram) return []
      if (!program.startsWith('Token') || start === undefined) return [[alsoCalls, program]]
      return [
        ['To the token account', account(2)],
        ['Amount', decimal(view.getBigUint64(start, true), bytes[start + 8] ?? 0)],
        ['Token', account(1)],
      ]
    },
  )
  return lines.length === 0 ? [sizeOf(wire)] : lines
}

/** `own` are the wallet's addresses: what goes back to them is change. */
export async function describeBitcoin(
  method: string,
  params: unknown,
  own: readonly string[],
): Promise<Lines> {
  if (method === 'bitcoin:signMessage') return messageLines((params as Bytes | undefined)?.message)
  const [first] = Array.isArray(params) ? (params as readonly { readonly psbt?: Uint8Array }[]) : []
  if (first?.psbt === undefined) return { title: 'Sign this transaction?', lines: [] }
  const psbt = first.psbt
  return aboutTransaction('Sign', await linesOfBitcoin(psbt, own).catch(() => [sizeOf(psbt)]))
}

const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

async function linesOfBitcoin(psbt: Uint8Array, own: readonly string[]): Promise<Lines['lines']> {
  const { Transaction } = await import('@scure/btc-signer')
  const transaction = Transaction.fromPSBT(psbt)
  const outputs = Array.from({ length: transaction.outputsLength }, (_, at) => at)
  const lines = outputs.flatMap<Lines['lines'][number]>((at) => {
    const to = transaction.getOutputAddress(at, regtest) ?? '?'
    const sum = inBitcoin(transaction.getOutput(at).amount ?? 0n)
    if (own.includes(to)) return [['Change', sum]]
    return [
      ['To', to],
      ['Amount', sum],
    ]
  })
  return [...lines, ['Fee', inBitcoin(transaction.fee)]]
}

/** Writes satoshi in bitcoins. */
export const inBitcoin = (units: bigint) => `${decimal(units, 8)} BTC`

export async function describePolkadot(method: string, input: unknown): Promise<Lines> {
  const { data = '', method: call = '' } = (input ?? {}) as {
    readonly data?: string
    readonly method?: string
  }
  if (method === 'signPayload') {
    return aboutTransaction('Send', await linesOfPolkadot(bytesOf(call)))
  }
  const text = readable(bytesOf(data))
  return messageLines(text.replace(/^<Bytes>|<\/Bytes>$/g, ''))
}

/** Where the local chain has its transfers: the pallet `Balances`, and its calls for them. */
const balances = { pallet: 10, transfers: [0, 3] }

/** Reads the transfer in a call: the pallet and the call, a recipient by its key, and the amount. */
async function linesOfPolkadot(call: Uint8Array): Promise<Lines['lines']> {
  const { AccountId, compact } = await import('@polkadot-api/substrate-bindings')
  const isTransfer =
    call[0] === balances.pallet && balances.transfers.includes(call[1] ?? -1) && call[2] === 0
  if (call.length < 36 || !isTransfer) return [sizeOf(call)]
  return [
    ['To', AccountId(42).dec(call.slice(3, 35))],
    ['Amount', `${decimal(BigInt(compact.dec(call.slice(35))), 12)} ROC`],
  ]
}

export function messageLines(message: unknown): Lines {
  const text = message instanceof Uint8Array ? readable(message) : String(message ?? '')
  return { title: 'Sign this message?', lines: [['Message', text]] }
}

/** Writes bytes as text, or in hex if they are not readable text, so that the visitor notices that. */
function readable(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes)
  if (!/[\p{Cc}\p{Cf}\ufffd]/u.test(text.replace(/[\n\t]/g, ''))) return text
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

export const bytesOf = (hex: string) =>
  Uint8Array.from(hex.replace(/^0x/, '').match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

const sizeOf = ({ length }: Uint8Array) => ['Transaction', `${length} bytes`] as const

/** Writes base units with so many decimals, without needless zeros. */
function decimal(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const [whole, part] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)]
  return `${whole}.${part}`.replace(/\.?0*$/, '')
}
