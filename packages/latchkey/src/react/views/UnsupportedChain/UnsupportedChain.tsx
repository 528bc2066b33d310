import { disconnect } from '../../../features/connection/disconnect.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useMutation } from '../../hooks/useMutation.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Button } from '../../ui/Button/Button.js'
import { Divider } from '../../ui/Divider/Divider.js'
import { NetworkRows } from '../Networks/NetworkRows.js'
import sheet from '../Networks/Networks.css.js'

/** The wallet is on a network that the host does not offer: switch, or leave. */
export function UnsupportedChain() {
  useSheet(sheet)
  const text = useText()
  const networks = useKitState((state) => state.network.networks)
  const leave = useMutation(useAction(disconnect))
  return (
    <div className="networks">
      <p className="networks-lead">{text('unsupported.text')}</p>
      <NetworkRows networks={networks} label={text('networks.list')} />
      <Divider>{text('common.or')}</Divider>
      <Button icon="disconnect" disabled={leave.isPending} onClick={() => leave.mutate(undefined)}>
        {text(leave.isPending ? 'account.disconnecting' : 'account.disconnect')}
      </Button>
    </div>
  )
}
