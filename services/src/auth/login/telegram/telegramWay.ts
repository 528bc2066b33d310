import { loginByTelegram, loginByTelegramBody } from 'latchkey/protocol'
import { HttpError } from '../../../shared/HttpError.js'
import { route } from '../../../shared/route.js'
import { finishLogin } from '../finishLogin.js'
import type { LoginWay } from '../LoginWay.js'
import { placeOf } from '../placeOf.js'
import { readBody } from '../readBody.js'
import { startsOf } from '../startsOf.js'
import { readInitData } from './readInitData.js'

/** Longer than signed data counts: its second use within this time is a replay. */
const remembered = 10 * 60_000

/** Logs in with the data that Telegram signs for a page that it opens: no window, and nothing to type. */
export const telegramWay: LoginWay = {
  offered: ({ loginTelegram }) => (loginTelegram === undefined ? [] : ['telegram']),
  route({ calls }, parts) {
    const { context, frameUrl, quotas, checkKey } = parts
    const { settings, clock } = context
    const { loginTelegram: token } = settings
    if (token === undefined) return

    route(calls, loginByTelegram, async (input) => {
      const { initData } = readBody(loginByTelegramBody, input)
      const key = await checkKey(input, loginByTelegram)
      input.take('login starts', startsOf(settings))
      const project = input.project.id
      const data = readInitData(initData, token, clock.now())
      if (data === undefined) throw refusal()
      const use = await quotas.take(`telegram ${project} ${data.hash}`, [{ count: 1, window: remembered }])
      if ('wait' in use) throw refusal()
      const result = await finishLogin(parts, {
        ...{ project, key, place: placeOf(input, frameUrl, clock.now()) },
        identity: { way: 'telegram', subject: data.id, userName: data.userName },
      })
      // Only an address can belong to another account, and Telegram tells none.
      if ('failed' in result) throw refusal()
      return result
    })
  },
}

function refusal(): HttpError {
  return new HttpError('FORBIDDEN', { message: 'The data is not signed, too old, or was used' })
}
