import { useSheet } from '../../shadow/ShadowRootContext.js'
import connect from '../Connect/Connect.css.js'
import { LegalGate } from '../Connect/LegalGate.js'
import { EmailField } from '../Login/EmailField.js'
import sheet from '../Login/Login.css.js'

/** The field to log in by e-mail, alone. */
export function EmailLogin() {
  useSheet(connect)
  useSheet(sheet)
  return (
    <LegalGate>
      <EmailField />
    </LegalGate>
  )
}
