import type { ViewParameters } from '../../../features/modal/screens.js'
import { ConnectorPane } from '../WaitingPane/ConnectorPane.js'

/** Connecting with a wallet of this page. The modal closes by itself when an account appears. */
export function ConnectingExternal({
  parameters,
}: {
  readonly parameters: ViewParameters['ConnectingExternal']
}) {
  return <ConnectorPane connectorId={parameters.connectorId} wallet={parameters.wallet} />
}
