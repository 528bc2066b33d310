/** This service as a provider knows it. */
export type OAuthClient = { readonly id: string; readonly secret: string }

/** This service as Apple knows it: Apple gives no secret, but a key with which one is signed. */
export type AppleClient = {
  readonly id: string
  readonly team: string
  readonly keyId: string
  /** The path of the key's file. */
  readonly keyFile: string
}

/** The operator's own provider. */
export type OwnProvider = OAuthClient & {
  readonly issuer: string
  /** As visitors know it. */
  readonly name: string
}

/** Reads `clientId:secret`. Throws an `Error` whose message says what the text must be. */
export function readClient(text: string): OAuthClient {
  const [, id, secret] = /^([^:\s]{1,255}):(\S{1,512})$/.exec(text) ?? []
  if (id === undefined || secret === undefined) throw new Error('must be like clientId:secret')
  return { id, secret }
}

/** Reads `clientId:team:keyId:path`. Throws like {@link readClient}. */
export function readAppleClient(text: string): AppleClient {
  const [, id, team, keyId, keyFile] =
    /^([^:\s]{1,255}):([A-Z0-9]{1,32}):([A-Z0-9]{1,32}):(.+)$/.exec(text) ?? []
  if (id === undefined || team === undefined || keyId === undefined || keyFile === undefined)
    throw new Error('must be like com.example.wallet:TEAMID:KEYID:/path/AuthKey_KEYID.p8')
  return { id, team, keyId, keyFile }
}

/** Reads `issuer clientId:secret Name`. Throws like {@link readClient}. */
export function readOwnProvider(text: string): OwnProvider {
  const [, issuer = '', client = '', name = ''] = /^(\S+) (\S+)(?: (.{1,60}))?$/.exec(text) ?? []
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const isIssuer = url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
  if (!isIssuer) throw new Error('must be like https://id.example.com clientId:secret Example')
  return { ...readClient(client), issuer, name: name === '' ? url.host.slice(0, 60) : name }
}
