import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { goBack } from '../../../features/modal/navigate.js'
import { setSendRecipient } from '../../../features/send/editSend.js'
import { isRecipientText } from '../../../features/send/isRecipientText.js'
import { useAction } from '../../hooks/useAction.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Button } from '../../ui/Button/Button.js'
import { Notice } from '../../ui/Notice/Notice.js'
import { createCodeReader } from '../../ui/QrCode/createCodeReader.js'
import { type CameraStatus, useCamera } from './useCamera.js'
import formSheet from './WalletSend.css.js'
import sheet from './WalletSendScan.css.js'

/** The text for each reason why a camera cannot be used, and whether the visitor may retry. */
const failures = {
  refused: { title: 'send.cameraRefused', note: 'send.noCameraText', canRetry: true },
  missing: { title: 'send.cameraMissing', note: 'send.cameraMissingText', canRetry: false },
  busy: { title: 'send.noCamera', note: 'send.cameraBusyText', canRetry: true },
  broken: { title: 'modal.failed', note: 'modal.failedText', canRetry: true },
} as const satisfies { readonly [failure in Exclude<CameraStatus, 'asking' | 'showing'>]: object }

/** The text for a picture or a code that could not be used. */
type Problem = 'send.noCode' | 'send.notAnAddress'

/** Reads the QR code of an address or a payment link from the camera or a picture, fills it in and goes back. */
export function WalletSendScan() {
  useSheet(formSheet)
  useSheet(sheet)
  const text = useText()
  const back = useAction(goBack)
  const setRecipient = useAction(setSendRecipient)
  const isRecipient = useAction(isRecipientText)
  const [problem, setProblem] = useState<Problem>()
  const isOver = useRef(false)
  useEffect(() => {
    isOver.current = false
    return () => {
      isOver.current = true
    }
  }, [])
  const take = (code: string) => {
    isRecipient({ text: code }).then(
      (isOne) => {
        if (!isOne) return setProblem('send.notAnAddress')
        // An earlier frame had the same code, or the visitor has left.
        if (isOver.current) return
        isOver.current = true
        setRecipient({ text: code })
        back()
      },
      // A part of the kit could not be loaded; the next picture tries again.
      () => setProblem('send.notAnAddress'),
    )
  }
  const { video, status, retry } = useCamera(take)
  const failure = status === 'asking' || status === 'showing' ? undefined : failures[status]
  return (
    <div className="send">
      {/* Stays in the document if the camera fails, because a retry uses it. */}
      <video
        ref={video}
        className="send-camera"
        hidden={failure !== undefined}
        data-status={status}
        muted={true}
        playsInline={true}
      />
      {failure === undefined ? (
        <p className="send-hint" role="status">
          {text(problem ?? (status === 'asking' ? 'send.cameraAsking' : 'send.scanText'))}
        </p>
      ) : (
        <Notice
          icon="camera"
          variant="warning"
          title={text(failure.title)}
          text={text(problem ?? failure.note)}
          action={
            failure.canRetry ? (
              <Button size="small" icon="refresh" onClick={retry}>
                {text('common.retry')}
              </Button>
            ) : undefined
          }
        />
      )}
      <PictureChoice onCode={take} onProblem={setProblem} />
      <Button onClick={back}>{text('common.cancel')}</Button>
    </div>
  )
}

/** Reads a code from a picture that the visitor chooses. The picture does not leave the browser. */
function PictureChoice({ onCode, onProblem }: PictureChoice.Props) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Allows the visitor to choose the same picture again.
    target.value = ''
    if (file === undefined) return
    codeIn(file).then(
      (code) => (code === undefined ? onProblem('send.noCode') : onCode(code)),
      // Not a picture that this browser can read.
      () => onProblem('send.noCode'),
    )
  }
  return (
    <>
      <input ref={input} type="file" accept="image/*" hidden={true} onChange={choose} />
      <Button icon="image" onClick={() => input.current?.click()}>
        {text('send.choosePicture')}
      </Button>
    </>
  )
}

declare namespace PictureChoice {
  type Props = {
    readonly onCode: (code: string) => void
    readonly onProblem: (problem: Problem) => void
  }
}

async function codeIn(file: File): Promise<string | undefined> {
  const picture = await createImageBitmap(file)
  try {
    return await (await createCodeReader())(picture, 'study')
  } finally {
    picture.close()
  }
}
