/** What is asked of a node. */
export type RpcCall = { readonly method: string; readonly params?: unknown }

/** What a node says to one call: its result, or its own error. */
export type RpcReply =
  | { readonly result: unknown }
  | {
      readonly error: { readonly code: number; readonly message: string; readonly data?: string | undefined }
    }

/** A node that did not do its work: another may. The message names neither its address nor its key. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
}

/** Longest answer that is read, in bytes: the logs of a busy block fit, an endless stream does not. */
const answerSize = 8 * 1024 * 1024
/** The codes by which nodes say that they are at their limit (EIP-1474), rather than that the call is wrong. */
const limitCodes: ReadonlySet<number> = new Set([-32005, 429])

/**
 * Asks one node, in one HTTP request. The replies are in the order of the calls.
 *
 * Calls are numbered anew, so that what comes back can be matched whatever ids a client chose.
 *
 * @throws {@link NodeError} unless every call has a sound reply
 */
export async function post(
  url: string,
  calls: readonly RpcCall[],
  signal: AbortSignal,
): Promise<readonly RpcReply[]> {
  const requests = calls.map(({ method, params = [] }, index) => ({
    jsonrpc: '2.0',
    id: index + 1,
    method,
    params,
  }))
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(requests.length === 1 ? requests[0] : requests),
    // A node has no reason to send its caller elsewhere, least of all to an address of this network.
    redirect: 'error',
    signal,
  }).catch((): never => fail('unreachable'))
  if (!response.ok) {
    await response.body?.cancel().catch(() => undefined)
    fail(`HTTP ${response.status}`)
  }
  const answer = parse(await readText(response))
  const replies = new Map(listOf(answer).map((item) => [isRecord(item) ? item.id : undefined, item]))
  return requests.map(({ id }) => readReply(replies.get(id)))
}

function readReply(item: unknown): RpcReply {
  if (!isRecord(item)) return fail('no reply to a call')
  const { error } = item
  if (error === undefined || error === null) {
    return Object.hasOwn(item, 'result') ? { result: item.result } : fail('a reply without a result')
  }
  if (!isRecord(error) || typeof error.message !== 'string') return fail('an error of no known form')
  const code = Number.isSafeInteger(error.code) ? Number(error.code) : -32603
  if (limitCodes.has(code)) return fail('at its limit')
  // Why a contract refused comes as bytes; anything else there is the node's own talk.
  const data = typeof error.data === 'string' && /^0x[0-9a-f]*$/i.test(error.data) ? { data: error.data } : {}
  return { error: { code, message: error.message, ...data } }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    const reader = response.body?.getReader()
    while (reader !== undefined && size <= answerSize) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.byteLength
      chunks.push(value)
    }
    if (size > answerSize) await reader?.cancel()
  } catch {
    fail('broke off its answer')
  }
  return size > answerSize ? fail('answered too much') : Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fail('not JSON')
  }
}

function listOf(answer: unknown): readonly unknown[] {
  return Array.isArray(answer) ? answer : [answer]
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fail(reason: string): never {
  throw new NodeError(reason)
}
