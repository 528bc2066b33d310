import { base64 } from '@scure/base'

/** Hands a signed transaction in wire form to a node. @throws what the node says against it */
export async function sendTransaction(url: string, wire: Uint8Array): Promise<void> {
  const params = [base64.encode(wire), { encoding: 'base64' }]
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params }),
  })
  const { error } = (await response.json()) as { readonly error?: { readonly message: string } }
  if (error) throw new Error(error.message)
}
