import { type ReactNode, useState } from 'react'
import { useKit } from '../../KitContext.js'
import { LegalCheckbox, LegalNote } from './Legal.js'

const agreedKey = 'legal.agreed'

/**
 * The ways to connect with the host's terms: under a box that must be ticked first, where the host wants one, else over a
 * note. Who has ticked it once is not asked again on this page.
 */
export function LegalGate({ children, foot }: LegalGate.Props) {
  const { config, live } = useKit()
  const needsConsent = config.features?.legalCheckbox === true
  const [hasAgreed, setAgreed] = useState(live.get(agreedKey) === true)
  const isOpen = hasAgreed || !needsConsent
  // React 18 does not know `inert`, and each React warns of what the other wants: the element is told itself.
  const setInert = (list: HTMLElement | null) => {
    if (list !== null) list.inert = !isOpen
  }
  const onChange = (isChecked: boolean) => {
    live.set(agreedKey, isChecked)
    setAgreed(isChecked)
  }
  return (
    <div className="connect">
      {needsConsent ? <LegalCheckbox isChecked={hasAgreed} onChange={onChange} /> : null}
      <div className={isOpen ? 'connect-methods' : 'connect-methods blocked'} ref={setInert}>
        {children}
      </div>
      {foot}
      {needsConsent ? null : <LegalNote />}
    </div>
  )
}

export declare namespace LegalGate {
  type Props = {
    readonly children: ReactNode
    /** What can be used without consent. */
    readonly foot?: ReactNode | undefined
  }
}
