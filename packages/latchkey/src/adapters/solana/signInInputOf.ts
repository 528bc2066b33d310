const opening = /^(.+) wants you to sign in with your .+ account:$/

/** The parts of a sign-in text, from which a wallet composes it again. */
export type SignInInput = {
  readonly domain: string
  readonly address: string
  readonly statement?: string
  readonly resources?: readonly string[]
  readonly [field: string]: unknown
}

/** Takes a sign-in text (CAIP-122) apart; `undefined` if it does not have that form. */
export function signInInputOf(text: string): SignInInput | undefined {
  const [first = '', address = '', ...rest] = text.split('\n')
  const domain = opening.exec(first)?.[1]
  if (domain === undefined || rest[0] !== '') return undefined
  const start = rest.findIndex((line) => /^URI: /.test(line))
  if (start === -1) return undefined
  const statement = rest.slice(0, start).join('\n').trim()
  const input: { [field: string]: unknown } = {}
  const list = rest.indexOf('Resources:', start)
  for (const line of rest.slice(start, list === -1 ? undefined : list)) {
    const [, label = '', value] = /^([A-Za-z ]+): (.*)$/.exec(line) ?? []
    // Such as `chainId` for "Chain ID".
    const field = label.toLowerCase().replace(/ (.)/g, (_, letter: string) => letter.toUpperCase())
    if (field === '' || field in input) return undefined
    input[field] = value
  }
  return {
    ...input,
    domain,
    address,
    ...(statement === '' ? {} : { statement }),
    ...(list === -1 ? {} : { resources: rest.slice(list + 1).map((line) => line.replace(/^- /, '')) }),
  }
}
