/**
 * Most gas that a computation for a client may take: what go-ethereum grants by default. Some nodes have no limit of their
 * own, and one call could keep them busy for minutes.
 */
const gasCap = 50_000_000n

/** The methods by which a node computes for a client: the first parameter is the call, the fourth changes the block. */
const computing: ReadonlySet<string> = new Set(['eth_call', 'eth_estimateGas', 'eth_createAccessList'])

/** The names of an amount of gas, in the form in which `isGas` compares them. */
const gasNames: ReadonlySet<string> = new Set(['GAS', 'GASLIMIT'])

/** Most simulated blocks, which each have as much gas as a real one if nothing is said, and most calls in all of them. */
const simulatedBlocks = 4
const simulatedCalls = 32

/** Whether a JSON-RPC request wants more gas than a node should spend on a client. */
export function asksTooMuch(method: string, params: unknown): boolean {
  if (method === 'eth_simulateV1') return simulatesTooMuch(params)
  if (!computing.has(method) || params === undefined) return false
  // Ethereum's parameters have no names. Some nodes read them by name nevertheless, by names of their own.
  return !Array.isArray(params) || isTooMuch(params[0]) || isTooMuch(params[3])
}

function isTooMuch(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  // Some nodes read a list as an object's values.
  return (
    Array.isArray(value) || Object.entries(value).some(([name, amount]) => isGas(name) && isAbove(amount))
  )
}

/** Nodes written in Go read a name in small or capital letters; others take one of these names for the other. */
function isGas(name: string): boolean {
  return gasNames.has(name.replaceAll('_', '').toUpperCase())
}

function isAbove(amount: unknown): boolean {
  if (amount === undefined || amount === null) return false
  // A number in another form than Ethereum's is one that this cannot compare.
  return typeof amount !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(amount) || BigInt(amount) > gasCap
}

/** Nodes read these names alone; another spelling could hide blocks or calls from this count. */
const ofSimulation = ['blockStateCalls', 'traceTransfers', 'validation', 'returnFullTransactions']
const ofBlock = ['blockOverrides', 'stateOverrides', 'calls']

function simulatesTooMuch(params: unknown): boolean {
  if (!Array.isArray(params)) return true
  const [simulation] = params
  if (!isPlain(simulation) || !hasOnly(simulation, ofSimulation)) return true
  const { blockStateCalls: blocks } = simulation
  if (!Array.isArray(blocks) || blocks.length > simulatedBlocks) return true
  if (!blocks.every((block) => isPlain(block) && hasOnly(block, ofBlock))) return true
  const calls = blocks.flatMap((block) => block.calls ?? [])
  const lists = blocks.every(({ calls }) => calls === undefined || calls === null || Array.isArray(calls))
  if (!lists || calls.length > simulatedCalls) return true
  // A later number has the node simulate every block before it, too.
  const hasGap = blocks.some(({ blockOverrides }) => isTooMuch(blockOverrides) || namesNumber(blockOverrides))
  return hasGap || calls.some(isTooMuch) || calls.reduce((total, call) => total + gasOf(call), 0n) > gasCap
}

function namesNumber(overrides: unknown): boolean {
  return isPlain(overrides) && Object.keys(overrides).some((name) => name.toLowerCase() === 'number')
}

/** The gas that a call states, in each of its spellings. */
function gasOf(call: unknown): bigint {
  if (!isPlain(call)) return 0n
  return Object.entries(call).reduce(
    (total, [name, amount]) => (isGas(name) && typeof amount === 'string' ? total + BigInt(amount) : total),
    0n,
  )
}

function hasOnly(value: Plain, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name))
}

type Plain = { readonly [name: string]: unknown }

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
