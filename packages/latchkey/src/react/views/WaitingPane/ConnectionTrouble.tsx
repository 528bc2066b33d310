import { accountOf } from '../../../features/account/state.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useText } from '../../locales/useText.js'
import { Trouble } from './Trouble.js'

/** Shows a problem with the connection on a screen that waits for the wallet; hidden without a problem. */
export function ConnectionTrouble() {
  const text = useText()
  const error = useKitState((state) => {
    const connectorId = accountOf(state)?.connectorId
    return connectorId === undefined ? undefined : state.connection.trouble?.[connectorId]
  })
  // The kit keeps trying, so the visitor need not do anything.
  return <Trouble error={error} text={text('connecting.restoring')} />
}
