import type { Envelope } from '../../protocol/frame/envelope.js'
import type { FromTestFrame, ToTestFrame } from './driveFrame.js'

// The page in the frame of component tests: it speaks the frame protocol over a real iframe, from another origin, and has
// the test answer. It trusts whoever embeds it, and checks nothing: it is no example of a wallet's site.

const letters = crypto.getRandomValues(new Uint8Array(22))
const frameNonce = [...letters].map((byte) => 'abcdefghijklmnop'[byte % 16]).join('')
let host: MessagePort | undefined
let sent = 0
let driver: MessagePort | undefined
const unsaid: FromTestFrame[] = []

function say(message: FromTestFrame) {
  if (driver === undefined) unsaid.push(message)
  else driver.postMessage(message)
}

function post(
  message: Omit<Envelope, 'v' | 'seq'> & { readonly payload?: unknown; readonly error?: unknown },
) {
  host?.postMessage({ v: 1, seq: ++sent, ...message })
}

let events = 0
function emit(t: string, payload: unknown) {
  post({ k: 'evt', t, id: `event${String(++events).padStart(17, '0')}`, payload })
}

function begin(port: MessagePort) {
  host = port
  sent = 0
  port.onmessage = ({ data }: MessageEvent<Envelope & { readonly payload?: unknown }>) => {
    if (data.k === 'evt' && data.t === 'SHOWN') show(data.payload as { isShown: boolean; focus?: string })
    const { k, t, id } = data
    say({ kind: 'heard', k, t, id, payload: 'payload' in data ? data.payload : undefined })
  }
  emit('READY', {
    ...{ sessionId: 'test', bundleHash: 'sha384-test' },
    capabilities: { hasStorage: true, seesVisibility: true },
  })
}

window.addEventListener('message', ({ data, ports }) => {
  const [port] = ports
  if (port === undefined) return
  if (data.type === 'latchkey:init') begin(port)
  if (data.type !== 'test:driver') return
  driver = port
  port.onmessage = ({ data: command }: MessageEvent<ToTestFrame>) => {
    if (command.kind === 'answer') post({ k: 'res', t: command.t, id: command.id, payload: command.payload })
    if (command.kind === 'fail') post({ k: 'res', t: command.t, id: command.id, error: command.error })
    if (command.kind === 'emit') emit(command.t, command.payload)
  }
  for (const message of unsaid.splice(0)) say(message)
})

// What a wallet's surface has for the keyboard: two buttons, and ways out on both sides.
const buttons = ['Approve', 'Decline'].map((name) => {
  const button = document.createElement('button')
  button.textContent = name
  button.onclick = () => say({ kind: 'pressed', name })
  return button
})

function show({ isShown, focus }: { readonly isShown: boolean; readonly focus?: string }) {
  if (isShown && focus !== undefined) (focus === 'first' ? buttons[0] : buttons.at(-1))?.focus()
}

document.addEventListener('keydown', (event) => {
  const edge = event.shiftKey ? buttons[0] : buttons.at(-1)
  if (event.key === 'Escape') emit('LEAVE', { way: 'escape' })
  if (event.key !== 'Tab' || document.activeElement !== edge) return
  event.preventDefault()
  emit('LEAVE', { way: event.shiftKey ? 'back' : 'forward' })
})

document.body.append(document.createElement('h1'), ...buttons)
say({ kind: 'loaded', search: location.search, path: location.pathname })
parent.postMessage({ type: 'latchkey:hello', v: 1, frameNonce }, '*')
