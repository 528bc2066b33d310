/**
 * Most gas that a computation for a client may take: what go-ethereum grants by default. Some nodes have no limit of their
 * own, and one call could keep them busy for minutes.
 */
const gasCap = 50_000_000n

/** The methods by which a node computes for a client, with the place of the block's overrides among their parameters. */
const computing: ReadonlyMap<string, number> = new Map([
  ['eth_call', 3],
  ['eth_estimateGas', 3],
  ['eth_createAccessList', 3],
])

/** Whether a JSON-RPC request wants more gas than a node should spend on a client. */
export function asksTooMuch(method: string, params: unknown): boolean {
  const place = computing.get(method)
  if (place === undefined || !Array.isArray(params)) return false
  return isTooMuch(params[0], 'gas') || isTooMuch(params[place], 'gasLimit')
}

function isTooMuch(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  const amount: unknown = Reflect.get(value, name)
  if (amount === undefined || amount === null) return false
  // A number in another form than Ethereum's is one that this cannot compare.
  return typeof amount !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(amount) || BigInt(amount) > gasCap
}
