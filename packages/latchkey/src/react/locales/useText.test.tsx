import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { ErrorCode } from '../../protocol/errors.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { LatchkeyProvider } from '../LatchkeyProvider.js'
import { useErrorText } from './useText.js'

function Words({ code }: { readonly code: string }) {
  return <p>{useErrorText()({ code: code as ErrorCode })}</p>
}

test.each([
  ['NOT_CONNECTED', 'Not connected'],
  ['OF_A_LATER_VERSION', 'An error occurred'],
  ['toString', 'An error occurred'],
  ['__proto__', 'An error occurred'],
])('the error %s reads as "%s"', async (code, words) => {
  const screen = await render(
    <LatchkeyProvider kit={createTestKit()}>
      <Words code={code} />
    </LatchkeyProvider>,
  )
  await expect.element(screen.getByText(words)).toBeVisible()
})
