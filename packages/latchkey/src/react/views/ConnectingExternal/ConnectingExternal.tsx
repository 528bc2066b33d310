import type { ViewParameters } from '../../../features/modal/screens.js'
import { ConnectorPane } from '../WaitingPane/ConnectorPane.js'

/** Connects with a wallet in this browser. The modal closes by itself when an account is connected. */
export function ConnectingExternal({
  parameters,
}: {
  readonly parameters: ViewParameters['ConnectingExternal']
}) {
  return <ConnectorPane connectorId={parameters.connectorId} wallet={parameters.wallet} />
}
