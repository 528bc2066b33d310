import { integer, optionalText } from '../shared/setting.js'

/** What an operator can set of the analytics: a part of the one table of settings. */
export const analyticsSettings = {
  analyticsPassword: optionalText({
    variable: 'LATCHKEY_ANALYTICS_PASSWORD',
    meaning: 'Password of the page `/analytics`. None: the page answers on this machine only.',
  }),
  analyticsDays: integer({
    variable: 'LATCHKEY_ANALYTICS_DAYS',
    fallback: 400,
    minimum: 1,
    maximum: 4_000,
    meaning: 'Days for which counts are kept.',
  }),
} as const
