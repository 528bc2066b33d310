import { embeddedError } from '../../protocol/embeddedErrors.js'
import { codeSentItem } from '../../protocol/embeddedItems.js'
import { emailCooldown } from '../../protocol/frame/frameConstants.js'
import type { Kit } from '../Kit.js'
import { updateEmbedded } from './embeddedWallet.js'

/**
 * Refuses a second code within 30 seconds (spec §5 "E-mail login"), also after a reload.
 *
 * @throws `EMAIL_TOO_SOON`
 */
export function refuseSoon(kit: Kit): void {
  const sentAt = kit.storage.read(codeSentItem)
  const passed = sentAt === undefined ? emailCooldown : kit.clock.now() - sentAt
  // A clock that was set back must not refuse for ever.
  if (passed < 0 || passed >= emailCooldown) return
  throw embeddedError('EMAIL_TOO_SOON', { slots: { seconds: Math.ceil((emailCooldown - passed) / 1_000) } })
}

/** Notes that a code has just been sent. */
export function noteCode(kit: Kit): void {
  const now = kit.clock.now()
  kit.storage.write(codeSentItem, now)
  updateEmbedded(kit, { codeAt: now + emailCooldown })
}
