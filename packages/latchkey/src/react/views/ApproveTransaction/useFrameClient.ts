import { useEffect, useState } from 'react'
import type { FrameClient } from '../../../core/FrameClient.js'
import { embeddedSlot } from '../../../features/embedded/embeddedWallet.js'
import { useKit } from '../../KitContext.js'

/** The frame that is there, with the client that it belongs to. */
export type PresentFrame = { readonly client: FrameClient; readonly element: HTMLIFrameElement }

/** Returns the frame of the embedded wallet; `undefined` while there is none. Another frame may follow the first. */
export function useFrameClient(): PresentFrame | undefined {
  const client = useKit().slots.get(embeddedSlot)?.loadedClient()
  const [element, setElement] = useState(client?.element())
  useEffect(() => {
    setElement(client?.element())
    return client?.subscribe(({ type }) => {
      if (type === 'READY' || type === 'LOST') setElement(client.element())
    })
  }, [client])
  const [present, setPresent] = useState<PresentFrame>()
  useEffect(() => {
    setPresent(client === undefined || element === undefined ? undefined : { client, element })
  }, [client, element])
  return present
}
