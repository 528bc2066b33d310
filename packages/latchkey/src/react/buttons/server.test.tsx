import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { cookieToInitialState } from '../../features/connection/cookieToInitialState.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { useConnection } from '../hooks/useConnection.js'
import { useModal } from '../hooks/useModal.js'
import { useTheme } from '../hooks/useTheme.js'
import { LatchkeyProvider } from '../LatchkeyProvider.js'
import { ConnectButton } from './ConnectButton.js'
import { NetworkButton } from './NetworkButton.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const accounts = { v: 1, d: { eip155: address } }
const cookie = `session=secret; latchkey.accounts=${encodeURIComponent(JSON.stringify(accounts))}`

function Status() {
  const { status } = useConnection()
  const { isOpen } = useModal()
  useTheme()
  return <p>{`${status} ${isOpen}`}</p>
}

function page(initialState: ReturnType<typeof cookieToInitialState>) {
  return (
    <LatchkeyProvider kit={createTestKit({ initialState })}>
      <ConnectButton />
      <NetworkButton />
      <Status />
    </LatchkeyProvider>
  )
}

test('what a server knows by cookies is in its page, and hydrates without a complaint', async () => {
  const initialState = cookieToInitialState(cookie)
  expect(JSON.stringify(initialState)).not.toContain('secret')
  const complaint = vi.spyOn(console, 'error')
  const html = renderToString(page(initialState))
  expect(html).toContain('0xd8dA…A96045')
  expect(html).toContain('connecting false')

  const onRecoverableError = vi.fn()
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = html
  const root = hydrateRoot(container, page(initialState), { onRecoverableError })
  // This browser's storage is empty.
  await vi.waitFor(() => expect(container.querySelector('p')?.textContent).toBe('disconnected false'))
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(complaint).not.toHaveBeenCalled()
  root.unmount()
  container.remove()
})

test('without cookies a server renders a visitor who is not connected', () => {
  expect(cookieToInitialState(undefined)).toBeUndefined()
  expect(renderToString(page(undefined))).toContain('Connect wallet')
})
