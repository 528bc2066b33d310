import type { AlertCode } from './alerts.js'

/**
 * The console text for the developer that goes with an alert's short text in the modal (spec §8). Alerts show only when
 * `debug` is on, each one once.
 */
export const alertAdvice = {
  INVALID_APP_CONFIGURATION:
    'The origin {origin} is not on the allow-list of this project. Add it in the settings of your services, or check `projectId`.',
  SWITCH_NETWORK_NOT_FOUND:
    'The network {networkId} is not in `networks`. Add it there, or switch to one that is.',
  SOCIALS_TIMEOUT: 'The social login window did not answer in time.',
  JWT_TOKEN_NOT_VALID:
    "The relay or the wallet does not have this device's time. Check the device's date and time, then connect again.",
  INVALID_PROJECT_ID: 'The services do not know this `projectId`. Copy it again from where you got it.',
  PROJECT_ID_NOT_CONFIGURED:
    'Pass `projectId` to createKit, or run the services yourself and pass their address as `services`.',
} as const satisfies { readonly [code in AlertCode]: string }
