import type { CheckProof } from '../checkProof.js'
import { tokenOf } from '../tokenOf.js'
import type { CheckLogin } from './Login.js'
import type { LoginParts } from './LoginParts.js'
import { nobody } from './nobody.js'
import type { Sessions } from './sessions.js'

/** Creates the checks of requests to the wallet's site: of the key alone, and of the session with its key. */
export function createLoginCheck(
  checkProof: CheckProof,
  sessions: Pick<Sessions, 'find'>,
): Pick<LoginParts, 'checkKey'> & { readonly checkLogin: CheckLogin } {
  return {
    checkKey: (input, { method, path }) => checkProof(input, { method, path, body: bodyOf(input, method) }),
    async checkLogin(input, { method, path }) {
      const token = tokenOf(input, 'authorization', 'DPoP')
      if (token === undefined) throw nobody()
      const key = await checkProof(input, { method, path, token, body: bodyOf(input, method) })
      const login = await sessions.find(token, { project: input.project.id, key })
      if (login === undefined) throw nobody()
      return login
    },
  }
}

/** The proof of a POST must cover the body, also an empty one. */
function bodyOf({ bodyBytes }: { readonly bodyBytes: Uint8Array | undefined }, method: 'GET' | 'POST') {
  return method === 'POST' ? (bodyBytes ?? new Uint8Array()) : undefined
}
