import type { SocialProvider } from '../../core/Config.js'
import type { State } from '../Kit.js'

/** The social logins from first to last, for a host that names none. */
const usualOrder: readonly SocialProvider[] = [
  'oidc',
  'google',
  'x',
  'discord',
  'farcaster',
  'github',
  'apple',
  'facebook',
]

/** The ways to log in that the host offers and the operator has configured. */
export type LoginWays = {
  readonly email: boolean
  readonly socials: readonly SocialProvider[]
  readonly passkey: boolean
}

/**
 * The ways to log in, in the host's order. Both e-mail and socials are on by default; a passkey is offered where one of
 * them is, if the browser has passkeys.
 */
export function loginWays(state: State, device: loginWays.Device): LoginWays {
  const { methods } = state.embedded ?? {}
  if (methods?.status !== 'success') return { email: false, socials: [], passkey: false }
  const { email, socials } = offeredWays(state)
  const missing = missingIn(device)
  return {
    email,
    socials: [...new Set(socials)].filter((one) => !missing.includes(one)),
    passkey: isLoginWanted(state) && methods.passkey && device.hasPasskeys,
  }
}

export declare namespace loginWays {
  type Device = {
    readonly userAgent: string
    readonly hasPasskeys: boolean
    /** Whether the page is shown by the browser of the messaging app Telegram. */
    readonly isTelegram: boolean
  }
}

/** The ways that the host leaves on; none where the wallet has no account in the chain family that is asked for. */
function wantedWays({ options, modal, connection }: State): Pick<LoginWays, 'email' | 'socials'> {
  const { namespace } = modal
  const families = connection.connectors.find(({ type }) => type === 'AUTH')?.namespaces
  const isServed = families?.some((family) => namespace === undefined || family === namespace) !== false
  const { email, socials = usualOrder } = options.features ?? {}
  return { email: isServed && email !== false, socials: (isServed && socials) || [] }
}

/** The ways that the host leaves on, without those that the operator has not configured, once that is known. */
export function offeredWays(state: State): ReturnType<typeof wantedWays> {
  const { methods } = state.embedded ?? {}
  const { email, socials } = wantedWays(state)
  if (methods?.status !== 'success') return { email, socials }
  return { email: email && methods.email, socials: socials.filter((one) => methods.socials.includes(one)) }
}

/** Whether the host leaves any way to log in on. */
export function isLoginWanted(state: State): boolean {
  const { email, socials } = wantedWays(state)
  return email || socials.length > 0
}

/** The providers whose pages do not work in Telegram's browser. */
function missingIn({ userAgent, isTelegram }: loginWays.Device): readonly SocialProvider[] {
  if (!isTelegram) return []
  if (/iPhone|iPad|iPod/i.test(userAgent)) return ['google']
  if (/Android/i.test(userAgent)) return ['facebook', 'x']
  return /Mac/i.test(userAgent) ? ['x'] : []
}
