/**
 * Most gas that a computation for a client may take: what go-ethereum grants by default. Some nodes have no limit of their
 * own, and one call could keep them busy for minutes.
 */
const gasCap = 50_000_000n

/** The methods by which a node computes for a client: the first parameter is the call, the fourth changes the block. */
const computing: ReadonlySet<string> = new Set(['eth_call', 'eth_estimateGas', 'eth_createAccessList'])

/** The names of an amount of gas, in the form in which `isGas` compares them. */
const gasNames: ReadonlySet<string> = new Set(['GAS', 'GASLIMIT'])

/** Whether a JSON-RPC request wants more gas than a node should spend on a client. */
export function asksTooMuch(method: string, params: unknown): boolean {
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
