import { embeddedError } from '../protocol/embeddedErrors.js'
import { createFrameElement } from './createFrameElement.js'
import type { FramePage, FramePort } from './FramePage.js'

/** The page that this code runs in. */
export function createFramePage(): FramePage {
  return {
    mount({ src, origin }, { onLost, onLoad }) {
      const body = globalThis.document?.body
      if (body == null) throw embeddedError('FRAME_PARENT_NOT_SET')
      const element = createFrameElement(src, origin)
      element.addEventListener('load', onLoad)
      body.append(element)
      const watch = new MutationObserver(() => {
        if (!element.isConnected) onLost()
      })
      watch.observe(body, { childList: true })
      return {
        element,
        isSource: (source) => source !== null && source === element.contentWindow,
        post(message, port) {
          if (element.contentWindow === null) throw embeddedError('FRAME_NOT_SET')
          element.contentWindow.postMessage(message, origin, [port as MessagePort])
        },
        remove() {
          watch.disconnect()
          element.remove()
        },
      }
    },

    onMessage(listener) {
      window.addEventListener('message', listener)
      return () => window.removeEventListener('message', listener)
    },

    createChannel() {
      const { port1, port2 } = new MessageChannel()
      const listening = new AbortController()
      const own: FramePort = {
        post: (message) => port1.postMessage(message),
        listen(onMessage, onClose) {
          const { signal } = listening
          port1.addEventListener('message', ({ data }) => onMessage(data), { signal })
          port1.addEventListener('close', onClose, { signal })
          port1.start()
        },
        close() {
          listening.abort()
          port1.close()
        },
      }
      return { own, theirs: port2 }
    },

    isHidden: () => document.hidden,
  }
}
