import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { setLocale } from '../../features/locale/setLocale.js'
import { openModal } from '../../features/modal/openModal.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { ConnectButton } from '../buttons/ConnectButton.js'
import { LatchkeyProvider } from '../LatchkeyProvider.js'

const roots = () =>
  [...document.querySelectorAll('[data-latchkey]')].flatMap(({ shadowRoot }) => [
    ...(shadowRoot?.querySelectorAll<HTMLElement>('.root') ?? []),
  ])

test('what shows already changes its language, in the page and in the modal', async () => {
  const kit = createTestKit()
  openModal(kit, { view: { name: 'WhatIsAWallet' } })
  await render(
    <LatchkeyProvider kit={kit}>
      <ConnectButton />
    </LatchkeyProvider>,
  )
  await vi.waitFor(() =>
    expect(
      roots()
        .map(({ textContent }) => textContent)
        .join(),
    ).toContain('What is a wallet?'),
  )
  await setLocale(kit, 'de')
  await vi.waitFor(() => {
    const texts = roots()
      .map(({ textContent }) => textContent)
      .join()
    expect(texts).toContain('Was ist eine Wallet?')
    expect(texts).toContain('Wallet verbinden')
  })
  expect(roots().map(({ lang, dir }) => [lang, dir])).toEqual(roots().map(() => ['de', 'ltr']))
})
