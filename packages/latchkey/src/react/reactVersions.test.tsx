import { type ReactNode, StrictMode, version } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, inject, test, vi } from 'vitest'
import type { Kit } from '../features/Kit.js'
import { openModal } from '../features/modal/openModal.js'
import { createTestKit } from '../testing/createTestKit.js'
import { mockConnector, mockSession } from '../testing/mockConnector.js'
import { ConnectButton } from './buttons/ConnectButton.js'
import { useConnection } from './hooks/useConnection.js'
import { useDisconnect } from './hooks/useDisconnect.js'
import { LatchkeyProvider } from './LatchkeyProvider.js'

// A visitor's steps with every supported React version: each project of the browser tests uses another one.

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
let root: Root | undefined
afterEach(() => root?.unmount())

function render(kit: Kit, children: ReactNode) {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <StrictMode>
      <LatchkeyProvider kit={kit}>{children}</LatchkeyProvider>
    </StrictMode>,
  )
}

// The tests' server loads the modal's parts on demand, from their sources.
const patience = { timeout: 10_000 }

/** Resolves with the first matching element in the page or its shadow roots, once it exists. */
function found<T extends Element = HTMLElement>(selector: string, text: string | RegExp = ''): Promise<T> {
  return vi.waitFor(() => {
    const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    const matches = [document, ...shadows].flatMap((within) => [...within.querySelectorAll<T>(selector)])
    const match = matches.find(({ textContent }) => textContent.search(text) >= 0)
    if (match === undefined) throw new Error(`nothing matches ${selector} ${text}`)
    return match
  }, patience)
}

function Account() {
  const { status, address } = useConnection()
  const { mutate: disconnect } = useDisconnect()
  return (
    <button type="button" id="leave" onClick={() => disconnect({})}>
      {`${status} ${address}`}
    </button>
  )
}

test('opens the modal, connects, shows the account, leaves; React complains of nothing', async () => {
  expect(Number.parseInt(version, 10)).toBe(inject('react'))
  const complaint = vi.spyOn(console, 'error')
  const wallet = mockConnector({}, { connect: () => mockSession(), restore: () => undefined })
  const kit = createTestKit({ connectors: [wallet] })
  render(
    kit,
    <>
      <ConnectButton />
      <Account />
    </>,
  )

  ;(await found('button', 'Connect wallet')).click()
  await found('[role="dialog"]')
  ;(await found('[role="dialog"] button', /Mock Wallet/)).click()
  await found('[role="dialog"]', 'Continue in Mock Wallet')
  // The screen shows for a moment before the wallet's own window covers it.
  await kit.clock.advance(1000)
  await found('#leave', `connected ${address}`)
  await found('button', /0xd8dA…A96045/)
  await vi.waitFor(() => expect(wallet.calls).toEqual(['connect']))

  ;(await found('#leave')).click()
  await found('button', 'Connect wallet')
  await found('#leave', /^disconnected/)
  expect(wallet.calls).toEqual(['connect', 'disconnect'])
  expect(complaint).not.toHaveBeenCalled()
})

test('wallets cannot be reached before the visitor has agreed to the terms', async () => {
  const complaint = vi.spyOn(console, 'error')
  const features = { legalCheckbox: true }
  const kit = createTestKit({
    connectors: [mockConnector({})],
    termsConditionsUrl: 'https://host.example/terms',
    features,
  })
  render(kit, null)
  openModal(kit)
  const wallet = await found('[role="dialog"] button', /Mock Wallet/)
  expect(wallet.closest('[inert]')).not.toBeNull()
  ;(await found('input[type="checkbox"]')).click()
  await vi.waitFor(() => expect(wallet.closest('[inert]')).toBeNull())
  expect(complaint).not.toHaveBeenCalled()
})
