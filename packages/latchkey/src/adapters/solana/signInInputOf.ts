/** The parts of a sign-in text, from which a wallet composes it again. */
export type SignInInput = {
  readonly domain: string
  readonly address: string
  readonly statement?: string
  readonly resources?: readonly string[]
  readonly [field: string]: unknown
}

const form =
  /^(\S+) wants you to sign in with your [^\n]+ account:\n(\S+)\n\n(?:(?:([^\n]+)\n)?\n)?(URI: .+?)(?:\nResources:(.*))?$/s

/**
 * Takes a sign-in text (CAIP-122) apart; `undefined` if it does not have that form. What the wallet composes of the
 * parts is compared with the text.
 */
export function signInInputOf(text: string): SignInInput | undefined {
  const [, domain, address, statement, lines = '', resources] = form.exec(text) ?? []
  if (domain === undefined || address === undefined) return undefined
  const fields = lines.split('\n').map((line) => {
    const [label = '', ...value] = line.split(': ')
    // Such as `chainId` for "Chain ID".
    const name = label.toLowerCase().replace(/ (.)/g, (_, letter: string) => letter.toUpperCase())
    return [name, value.join(': ')]
  })
  return {
    ...Object.fromEntries(fields),
    domain,
    address,
    ...(statement === undefined ? {} : { statement }),
    ...(resources === undefined ? {} : { resources: resources.split('\n- ').slice(1) }),
  }
}
