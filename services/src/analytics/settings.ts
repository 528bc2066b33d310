import { integer, optionalText } from '../shared/setting.js'

/** The analytics settings; part of `settingsTable`. */
export const analyticsSettings = {
  analyticsPassword: optionalText({
    variable: 'LATCHKEY_ANALYTICS_PASSWORD',
    meaning: 'Password for the page `/analytics`. If unset, the page answers on this machine only.',
  }),
  analyticsDays: integer({
    variable: 'LATCHKEY_ANALYTICS_DAYS',
    fallback: 400,
    minimum: 1,
    maximum: 4_000,
    meaning: 'Days to keep counts.',
  }),
} as const
