import * as btc from '@scure/btc-signer'

type Known = { readonly tx: btc.Transaction; height: number | undefined }
type Answer = { readonly status: number; readonly body: unknown }

export type ScriptedEsplora = {
  readonly url: string
  /** The transactions that were posted to it, in hex. */
  readonly posted: string[]
  /** The paths that it was asked for. */
  readonly asked: string[]
  /** Pays to scripts out of nowhere. Returns the id. */
  fund(outputs: readonly { readonly script: Uint8Array; readonly amount: bigint }[], height?: number): string
  /** Takes a transaction into a block, or among those that wait. Returns its id. */
  add(tx: btc.Transaction, height?: number): string
  /** Forgets a transaction. */
  drop(id: string): void
  /** Answers before the chain does: a lying, lagging or broken node. */
  overrule: (path: string, body: string | undefined) => Answer | Error | undefined
  answer(path: string, body?: string): Answer | Error
}

const loose = {
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowLegacyWitnessUtxo: true,
  disableScriptCheck: true,
}
const prefixes = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

/** A node in memory with Esplora's API, for tests that need no real chain. It takes every transaction. */
export function scriptedEsplora(url = 'https://node.invalid'): ScriptedEsplora {
  const known = new Map<string, Known>()
  let funded = 0
  const node: ScriptedEsplora = {
    url,
    posted: [],
    asked: [],
    overrule: () => undefined,
    fund(outputs, height) {
      const tx = new btc.Transaction(loose)
      // Segwit, so that it has an id before it is signed.
      const witnessUtxo = { script: btc.p2wpkh(generator).script, amount: 1n }
      tx.addInput({ txid: (++funded).toString(16).padStart(64, 'f'), index: 0, witnessUtxo })
      for (const output of outputs) tx.addOutput(output)
      return node.add(tx, height)
    },
    add(tx, height) {
      known.set(tx.id, { tx, height })
      return tx.id
    },
    drop: (id) => void known.delete(id),
    answer(path, body) {
      node.asked.push(path)
      const said = node.overrule(path, body)
      if (said !== undefined) return said
      const [, kind = '', id = '', more = '', index = '', last] = path.split('/')
      if (kind === 'tx' && body !== undefined) {
        node.posted.push(body)
        return ok(node.add(btc.Transaction.fromRaw(Buffer.from(body, 'hex'), loose)))
      }
      if (kind === 'fee-estimates') return ok({ '1': 4, '3': 2, '6': 1 })
      if (kind === 'blocks') return ok(100)
      if (kind === 'address')
        return ok(more === 'utxo' ? coinsOf(scriptOf(id)) : pageOf(historyOf(scriptOf(id)), last))
      if (more === 'outspend') return ok(spendOf(id, Number(index)))
      const found = known.get(id)
      if (found === undefined) return { status: 404, body: 'Transaction not found' }
      return ok(more === 'hex' ? hexOf(found.tx) : read(found))
    },
  }
  return node

  function spendOf(txid: string, vout: number) {
    const spender = [...known.values()].find(({ tx }) => inputsOf(tx).some((one) => isAt(one, txid, vout)))
    return spender === undefined ? { spent: false } : { spent: true, txid: spender.tx.id }
  }

  function coinsOf(script: string) {
    return [...known.values()].flatMap((one) =>
      read(one).vout.flatMap(({ scriptpubkey, value }, vout) =>
        scriptpubkey === script && !spendOf(one.tx.id, vout).spent
          ? [{ txid: one.tx.id, vout, value, status: statusOf(one) }]
          : [],
      ),
    )
  }

  function historyOf(script: string) {
    const all = [...known.values()].map(read).reverse()
    return all.filter(({ vin, vout }) =>
      [...vin.map(({ prevout }) => prevout), ...vout].some((one) => one?.scriptpubkey === script),
    )
  }

  function read(one: Known) {
    const vin = inputsOf(one.tx).map(({ txid, index = 0 }) => {
      const id = hex(txid)
      const source = known.get(id)
      return { txid: id, vout: index, prevout: source === undefined ? null : outputOf(source.tx, index) }
    })
    const vout = Array.from({ length: one.tx.outputsLength }, (_, index) => outputOf(one.tx, index))
    return { txid: one.tx.id, vin, vout, status: statusOf(one) }
  }
}

/** Makes `fetch` reach these nodes and nothing else. */
export function fetchFrom(...nodes: readonly ScriptedEsplora[]): typeof fetch {
  return async (input, init) => {
    const url = String(input)
    const node = nodes.find((one) => url.startsWith(`${one.url}/`))
    const body = init?.body === undefined || init.body === null ? undefined : String(init.body)
    const said = node?.answer(url.slice(node.url.length), body) ?? new Error('unreachable')
    if (said instanceof Error) throw said
    const text = typeof said.body === 'string' ? said.body : JSON.stringify(said.body)
    return new Response(text, { status: said.status })
  }
}

/** 25 transactions, the newest first, or those before one of them. */
function pageOf<tx extends { readonly txid: string }>(all: readonly tx[], before?: string): readonly tx[] {
  const from = before === undefined ? 0 : all.findIndex(({ txid }) => txid === before) + 1
  return all.slice(from, from + 25)
}

const ok = (body: unknown): Answer => ({ status: 200, body })
const generator = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex')
const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex')
const hexOf = (tx: btc.Transaction) => hex(tx.isFinal ? tx.extract() : tx.unsignedTx)
const scriptOf = (address: string) => hex(btc.OutScript.encode(btc.Address(prefixes).decode(address)))
const inputsOf = (tx: btc.Transaction) =>
  Array.from({ length: tx.inputsLength }, (_, index) => tx.getInput(index))
const statusOf = ({ height }: Known) =>
  height === undefined ? { confirmed: false } : { confirmed: true, block_height: height }

function isAt({ txid, index }: { txid?: Uint8Array; index?: number }, id: string, vout: number): boolean {
  return hex(txid) === id && index === vout
}

function outputOf(tx: btc.Transaction, index: number) {
  const { script, amount } = tx.getOutput(index)
  const decoded = btc.OutScript.decode(script ?? new Uint8Array())
  const address = decoded.type === 'unknown' ? undefined : btc.Address(prefixes).encode(decoded)
  return { scriptpubkey: hex(script), scriptpubkey_address: address, value: Number(amount) }
}
