import { pushView } from '../../../features/modal/navigate.js'
import type { ViewParameters } from '../../../features/modal/screens.js'
import { useAction } from '../../hooks/useAction.js'
import { useFamilyName } from '../../hooks/useFamilyName.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useErrorText, useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { Notice } from '../../ui/Notice/Notice.js'
import { Picture } from '../../ui/Picture/Picture.js'
import { Row, Rows } from '../../ui/Row/Row.js'
import sheet from '../Guide/Guide.css.js'

/** Asks which chain family to connect, for a wallet with a separate connector for each of several families. */
export function ConnectingMultiChain({
  parameters,
}: {
  readonly parameters: ViewParameters['ConnectingMultiChain']
}) {
  useSheet(sheet)
  const text = useText()
  const errorText = useErrorText()
  const push = useAction(pushView)
  const nameOf = useFamilyName()
  const known = useKitState((state) => state.connection.connectors)
  const connectors = parameters.connectorIds.flatMap(
    (id) => known.find((connector) => connector.id === id) ?? [],
  )
  if (connectors.length === 0) {
    return <Notice icon="warning" variant="error" title={errorText({ code: 'PROVIDER_NOT_FOUND' })} />
  }
  return (
    <div className="guide">
      <p className="guide-lead">{text('multichain.text', { name: parameters.name })}</p>
      <Rows label={text('networks.list')}>
        {connectors.map(({ id, imageUrl, namespaces, rdns }) => (
          <Row
            key={id}
            start={<Picture src={imageUrl} fallback="wallet" size={40} />}
            name={namespaces.map(nameOf).join(', ')}
            note={rdns}
            end={<Icon name="chevronRight" size={18} />}
            onClick={() =>
              push({
                name: 'ConnectingExternal',
                parameters: { connectorId: id, wallet: parameters.wallet },
              })
            }
          />
        ))}
      </Rows>
    </div>
  )
}
