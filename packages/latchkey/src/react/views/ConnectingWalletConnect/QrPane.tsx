import type { Pairing } from '../../../features/connection/state.js'
import type { Wallet } from '../../../protocol/entities/Wallet.js'
import { useCopy } from '../../hooks/useCopy.js'
import { useWalletImage } from '../../hooks/useImage.js'
import { useErrorText, useText } from '../../locales/useText.js'
import { Button } from '../../ui/Button/Button.js'
import { Notice } from '../../ui/Notice/Notice.js'
import { Picture } from '../../ui/Picture/Picture.js'
import { QrCode } from '../../ui/QrCode/QrCode.js'
import { GetWalletRow } from '../WaitingPane/GetWalletRow.js'
import { Trouble } from '../WaitingPane/Trouble.js'
import { usePairing } from './usePairing.js'

/** Shows a QR code to scan with a phone's wallet, and a button that copies its link. */
export function QrPane({ wallet }: { readonly wallet: Wallet | undefined }) {
  const text = useText()
  const copy = useCopy()
  const image = useWalletImage(wallet)
  const { pairing, retry } = usePairing(wallet)
  if (pairing?.status === 'error') return <PairingFailure pairing={pairing} onRetry={retry} />
  const uri = pairing?.uri
  return (
    <>
      <QrCode
        text={uri}
        label={text('connecting.qrLabel')}
        logo={<Picture src={image} fallback="wallet" size={56} />}
      />
      <Trouble error={pairing?.trouble} />
      {pairing?.isRenewed ? (
        <p className="pairing-hint" role="status">
          {text('connecting.renewed')}
        </p>
      ) : null}
      <p className="pairing-hint">
        {wallet === undefined ? text('connecting.scan') : text('connecting.scanWith', { name: wallet.name })}
      </p>
      <Button
        variant="quiet"
        icon="copy"
        disabled={uri === undefined}
        onClick={() => uri !== undefined && copy(uri, text('connecting.copied'))}
      >
        {text('connecting.copy')}
      </Button>
      {wallet === undefined ? null : <GetWalletRow wallet={wallet} />}
    </>
  )
}

/** Shows why a link no longer works, and a button that makes a new one. */
export function PairingFailure({
  pairing,
  onRetry,
}: {
  readonly pairing: Pairing
  readonly onRetry: () => void
}) {
  const text = useText()
  const errorText = useErrorText()
  const error = pairing.error ?? { code: 'CONNECT_FAILED' }
  const isDeclined = error.code === 'CONNECTION_DECLINED'
  return (
    <Notice
      icon="warning"
      variant="error"
      title={errorText(error)}
      text={isDeclined ? text('connecting.declinedText') : undefined}
      action={
        <Button variant="primary" icon="refresh" onClick={onRetry}>
          {text('common.retry')}
        </Button>
      }
    />
  )
}
