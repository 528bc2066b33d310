import type { ConsentRequest } from './ConsentRequest.js'

/** The consents that this program has made. A copy of one, or one that a page has made up, is not among them. */
const made = new WeakSet<ConsentRequest>()

/** Freezes a consent with everything in it, so that what is shown is what is signed. */
export function freezeConsent(consent: ConsentRequest): ConsentRequest {
  freeze(consent)
  made.add(consent)
  return consent
}

export function isOurs(consent: ConsentRequest): boolean {
  return made.has(consent)
}

function freeze(value: unknown) {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const member of Object.values(value)) freeze(member)
}
