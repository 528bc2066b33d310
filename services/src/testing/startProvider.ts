import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createProvider } from '../../../scripts/start/providers/createProvider.mjs'
import type { Account } from '../../../scripts/start/providers/differences.mjs'
import type { ProviderName } from '../auth/login/social/endpoints.js'
import { frameUrl } from './startLogin.js'

/** Somebody's account at a provider. Ids are as each provider writes them. */
export type TestAccount = Account

type Json = { readonly [name: string]: unknown }
type Lie = (answer: Json) => Promise<Json> | Json

/** What a test changes in how a provider behaves. */
export type Behaviour = {
  account: TestAccount
  /** The visitor presses no. */
  isDeclined?: boolean | undefined
  /** Replaces the answer to a code, as a provider would that lies or was taken over. */
  answerCode?: Lie | undefined
  /** Replaces what the provider says about itself. */
  describeItself?: Lie | undefined
  /** Sends who asks elsewhere. */
  redirectTo?: string | undefined
  /** Lets every request wait but the page for visitors. */
  isSilent?: boolean | undefined
  /** The status of every answer but the page for visitors. */
  status?: number | undefined
}

export type TestProvider = {
  /** The issuer, and what comes before the paths of all its endpoints. */
  readonly url: string
  readonly behaviour: Behaviour
  /** The paths that were asked, oldest first. */
  readonly asked: string[]
  /** The key of its ID tokens. */
  readonly key: KeyObject
  readonly keyId: string
  /** The key of this service at Apple, as PEM. */
  readonly appleKey: string
  close(): Promise<void>
}

/** Starts a real authorization server on this machine in the place of a provider, and lets a test change how it behaves. */
export async function startProvider(
  name: ProviderName,
  account: TestAccount,
  siteUrl = frameUrl,
): Promise<TestProvider> {
  const appleKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const behaviour: Behaviour = { account }
  const asked: string[] = []
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const { answer, key, keyId } = await createProvider({
    ...{ name, url, siteUrl },
    appleKey: appleKeys.publicKey,
    accountOf: (id) => ({ ...behaviour.account, id }),
    // The visitor logs in and consents, or declines.
    ask: (c, { accept, decline }) =>
      behaviour.isDeclined === true ? decline(c) : accept(c, behaviour.account),
    async around(c, wish, goOn) {
      asked.push(c.path)
      if (wish === 'question' || wish === 'page') return goOn()
      if (behaviour.isSilent === true) return new Promise(() => {})
      if (behaviour.status !== undefined) {
        c.status = behaviour.status
        return
      }
      if (behaviour.redirectTo !== undefined) return c.redirect(behaviour.redirectTo)
      await goOn()
      const { answerCode, describeItself } = behaviour
      const isAboutItself = /openid-configuration$/.test(c.path)
      const lie = wish === 'token' ? answerCode : isAboutItself ? describeItself : undefined
      if (lie === undefined) return
      c.body = await lie(c.body as Json)
      c.status = 200
    },
  })
  server.on('request', answer)

  return {
    ...{ url, behaviour, asked, key, keyId },
    appleKey: String(appleKeys.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
