import { vi } from 'vitest'
import { localSolana } from './openSolanaWallet.js'

type Answers = { readonly [method: string]: (params: readonly never[]) => unknown }

/** A Solana node that answers from a script, as a network of the kit. An error of an answer is the node's. */
export function scriptedNode(answers: Answers) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (_: unknown, init: { readonly body: string }) => {
    const { id, method, params } = JSON.parse(init.body) as {
      id: unknown
      method: string
      params: readonly never[]
    }
    asked.push(method)
    const answer = answers[method]
    try {
      if (answer === undefined) throw new Error(`unexpected ${method}`)
      return Response.json({ jsonrpc: '2.0', id, result: answer(params) })
    } catch (error) {
      return Response.json({ jsonrpc: '2.0', id, error: { code: -32000, message: String(error) } })
    }
  })
  return { asked, network: localSolana('http://node.example', '5'.repeat(44)) }
}
