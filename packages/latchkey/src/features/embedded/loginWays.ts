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
export function loginWays({ options, embedded }: State, device: loginWays.Device): LoginWays {
  const { features } = options
  const methods = embedded?.methods
  const order = features?.socials === false ? [] : (features?.socials ?? usualOrder)
  const missing = missingIn(device)
  const socials = order.filter((one) => methods?.socials.includes(one) === true && !missing.includes(one))
  const isAnyWanted = features?.email !== false || order.length > 0
  return {
    email: features?.email !== false && methods?.email === true,
    socials: [...new Set(socials)],
    passkey: isAnyWanted && methods?.passkey === true && device.hasPasskeys,
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

/** Whether the host leaves any way to log in on. */
export function isLoginWanted({ options }: State): boolean {
  const { email, socials } = options.features ?? {}
  return email !== false || (socials !== false && socials?.length !== 0)
}

/** The providers whose pages do not work in Telegram's browser. */
function missingIn({ userAgent, isTelegram }: loginWays.Device): readonly SocialProvider[] {
  if (!isTelegram) return []
  if (/iPhone|iPad|iPod/i.test(userAgent)) return ['google']
  if (/Android/i.test(userAgent)) return ['facebook', 'x']
  return /Mac/i.test(userAgent) ? ['x'] : []
}
