import { type ReactNode, useState } from 'react'
import { defineSlot } from '../../../core/slots.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import { LegalCheckbox, LegalNote } from './Legal.js'

const agreed = defineSlot<boolean>('legal.agreed')

/**
 * Shows the ways to connect together with the host's terms: below a checkbox that the visitor must tick first if the
 * host requires it, else above a note. The page remembers a ticked checkbox until it is reloaded.
 */
export function LegalGate({ children, foot }: LegalGate.Props) {
  const { slots } = useKit()
  const needsConsent = useKitState(({ options }) => options.features?.legalCheckbox === true)
  const [hasAgreed, setAgreed] = useState(slots.get(agreed) === true)
  const isOpen = hasAgreed || !needsConsent
  // Sets `inert` on the element: React 18 does not support it, and React 18 and 19 warn about each other's form.
  const setInert = (list: HTMLElement | null) => {
    if (list !== null) list.inert = !isOpen
  }
  const onChange = (isChecked: boolean) => {
    slots.set(agreed, isChecked)
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
    /** Content that needs no consent. */
    readonly foot?: ReactNode | undefined
  }
}
