import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { openModal } from '../../features/modal/openModal.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { LatchkeyProvider } from '../LatchkeyProvider.js'
import { ShadowMount } from '../shadow/ShadowMount.js'
import { Spinner } from '../ui/Spinner/Spinner.js'

// The rendered sizes must match spec §9.

beforeEach(() => page.viewport(1000, 800))

/** Returns the matching elements in all shadow roots of the page. */
const find = (selector: string) =>
  [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => [
    ...(shadowRoot?.querySelectorAll<HTMLElement | SVGElement>(selector) ?? []),
  ])

async function drawn(selector: string) {
  return vi.waitFor(() => {
    const [element] = find(selector)
    if (element === undefined) throw new Error(`nothing matches ${selector}`)
    return element
  })
}

async function renderModal() {
  const kit = createTestKit()
  openModal(kit, { view: { name: 'WhatIsANetwork' } })
  await render(<LatchkeyProvider kit={kit} />)
  return drawn('.dialog')
}

test('"Modal width": 360 px', async () => {
  const dialog = await renderModal()
  expect(dialog.clientWidth).toBe(360)
})

test('"Modal z-index": 999', async () => {
  await renderModal()
  expect(getComputedStyle(await drawn('.overlay')).zIndex).toBe('999')
})

describe('"Spinner sizes"', () => {
  test.each([
    ['sm', 12],
    ['md', 16],
    ['lg', 24],
    ['xl', 32],
  ] as const)('%s: %i px', async (size, pixels) => {
    await render(
      <LatchkeyProvider kit={createTestKit({ disableAppend: true })}>
        <ShadowMount name="modal">
          <Spinner size={size} />
        </ShadowMount>
      </LatchkeyProvider>,
    )
    const spinner = await drawn('.spinner')
    // Measures the layout box, because the drawing rotates.
    expect([spinner.getAttribute('width'), getComputedStyle(spinner).width]).toEqual([
      `${pixels}`,
      `${pixels}px`,
    ])
  })
})
