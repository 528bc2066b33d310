import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createTestKit } from '../../testing/createTestKit.js'
import { LatchkeyProvider } from '../LatchkeyProvider.js'
import { useDeliberate } from './useDeliberate.js'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
})

async function setUp() {
  const kit = createTestKit()
  const onPress = vi.fn()
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  root = createRoot(document.body.appendChild(document.createElement('div')))
  const show = (subject: string) =>
    root?.render(
      <LatchkeyProvider kit={kit}>
        <Press subject={subject} onPress={onPress} onSubmit={onSubmit} />
      </LatchkeyProvider>,
    )
  show('first')
  const button = (name: string) =>
    vi.waitFor(() => {
      const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
      if (found === undefined) throw new Error(`no button ${name}`)
      return found
    })
  /** Advances the clock, and waits until the button has rendered the change. */
  const advance = async (duration: number, isReady: boolean) => {
    await kit.clock.advance(duration)
    const press = await button('Press')
    await expect.poll(() => press.getAttribute('aria-disabled')).toBe(isReady ? null : 'true')
  }
  return { show, button, advance, onPress, onSubmit, press: await button('Press') }
}

function Press({ subject, onPress, onSubmit }: Press.Props) {
  const deliberate = useDeliberate(subject)
  return (
    <form onSubmit={onSubmit}>
      <button type="button" {...deliberate(onPress)}>
        Press
      </button>
      <button type="submit" {...deliberate()}>
        Submit
      </button>
    </form>
  )
}

declare namespace Press {
  type Props = {
    readonly subject: string
    readonly onPress: () => void
    readonly onSubmit: (event: { preventDefault: () => void }) => void
  }
}

// Playwright waits while a button is marked as disabled; a visitor does not.
const force = { force: true } as const

test('a press counts half a second after the button has appeared', async () => {
  const { press, advance, onPress } = await setUp()
  await advance(499, false)
  expect(onPress).not.toHaveBeenCalled()
  await advance(1, true)
  await userEvent.click(press)
  expect(onPress).toHaveBeenCalledOnce()
})

test('an ignored early press starts the half second again', async () => {
  const { press, advance, onPress } = await setUp()
  await advance(400, false)
  await userEvent.click(press, force)
  await advance(400, false)
  await advance(100, true)
  expect(onPress).not.toHaveBeenCalled()
})

test('a change of the text starts the half second again, also a change back to an earlier text', async () => {
  const { show, advance, press, onPress } = await setUp()
  await advance(500, true)
  show('second')
  await advance(0, false)
  show('first')
  await advance(0, false)
  await userEvent.click(press, force)
  expect(onPress).not.toHaveBeenCalled()
  await advance(500, true)
})

test('the submit button of a form ignores early presses too', async () => {
  const { button, advance, onSubmit } = await setUp()
  const submit = await button('Submit')
  await userEvent.click(submit, force)
  expect(onSubmit).not.toHaveBeenCalled()
  await advance(500, true)
  await userEvent.click(submit)
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('a held Enter key counts as one press', async () => {
  const { press, advance, onPress } = await setUp()
  await advance(500, true)
  press.focus()
  await userEvent.keyboard('{Enter>5/}')
  expect(onPress).toHaveBeenCalledOnce()
})

test('Enter in a field does not press the button if a script moves the focus to the button', async () => {
  const { press, advance, onPress } = await setUp()
  await advance(500, true)
  const field = document.body.appendChild(document.createElement('input'))
  field.addEventListener('keydown', () => press.focus())
  field.focus()
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(press)
  expect(onPress).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(onPress).toHaveBeenCalledOnce()
})

test('a click by a script of the page does not count', async () => {
  const { press, advance, onPress } = await setUp()
  await advance(500, true)
  press.click()
  expect(onPress).not.toHaveBeenCalled()
})

/** Simulates a script's click on a label, which gives the button a trusted click. */
function clickThroughLabel(press: HTMLButtonElement, label = document.createElement('label')) {
  const isTrusted: boolean[] = []
  press.addEventListener('click', (event) => isTrusted.push(event.isTrusted), { once: true })
  label.click()
  expect(isTrusted).toEqual([true])
}

/** Adds a label next to the button, like a script of the page. */
function labelOf(press: HTMLButtonElement) {
  const label = document.createElement('label')
  press.id = 'any'
  label.htmlFor = 'any'
  press.parentNode?.append(label)
  return label
}

test('a click that a script makes through a label does not count, whether or not the button has the focus', async () => {
  const { press, advance, onPress } = await setUp()
  await advance(500, true)
  const label = labelOf(press)
  clickThroughLabel(press, label)
  press.focus()
  clickThroughLabel(press, label)
  expect(onPress).not.toHaveBeenCalled()
})

test('a click that a script makes through a label around the button does not count', async () => {
  const { press, advance, onPress } = await setUp()
  await advance(500, true)
  const label = document.createElement('label')
  press.replaceWith(label)
  label.append(press)
  press.focus()
  clickThroughLabel(press, label)
  expect(onPress).not.toHaveBeenCalled()
})

test("a person's press counts once, and a script's click through a label right after it does not count", async () => {
  const { press, advance, onPress } = await setUp()
  await advance(500, true)
  const label = labelOf(press)
  await userEvent.click(press)
  clickThroughLabel(press, label)
  expect(onPress).toHaveBeenCalledOnce()
})

test("a script's click does not count a second after a person's pointer was on the button", async () => {
  const { press, advance, onPress } = await setUp()
  await advance(500, true)
  const label = labelOf(press)
  // What the pointer did is kept, and its click is taken away.
  press.addEventListener('click', (event) => event.stopPropagation(), { once: true })
  await userEvent.click(press)
  await advance(1001, true)
  clickThroughLabel(press, label)
  expect(onPress).not.toHaveBeenCalled()
})

test('the space bar counts, and so does a pointer if the button does not take the focus', async () => {
  const { press, advance, onPress } = await setUp()
  await advance(500, true)
  press.focus()
  await userEvent.keyboard(' ')
  press.addEventListener('mousedown', (event) => event.preventDefault())
  press.blur()
  await userEvent.click(press)
  expect(onPress).toHaveBeenCalledTimes(2)
})

test.each([
  ['that it removes before the button gets the click', (label: HTMLLabelElement) => label.remove()],
  [
    'that it points elsewhere before the button gets the click',
    (label: HTMLLabelElement) => {
      label.htmlFor = ''
    },
  ],
])('a click that a script makes through a label %s does not count', async (_, hide) => {
  const { press, advance, onPress } = await setUp()
  await advance(500, true)
  press.focus()
  const label = labelOf(press)
  // The first event is the click on the label itself.
  label.addEventListener('click', () =>
    window.addEventListener('click', () => hide(label), { once: true, capture: true }),
  )
  clickThroughLabel(press, label)
  expect(onPress).not.toHaveBeenCalled()
})

test("a screen reader's click counts if the button has the focus, although no pointer or key came before it", async () => {
  const { press, advance, onPress } = await setUp()
  await advance(500, true)
  // Simulates a screen reader: the button gets no pointer events, only a trusted click.
  const hide = (event: Event) => event.stopPropagation()
  const types = ['pointerdown', 'pointerup', 'mousedown', 'mouseup']
  for (const type of types) window.addEventListener(type, hide, true)
  await userEvent.click(press)
  for (const type of types) window.removeEventListener(type, hide, true)
  expect(press.matches(':focus')).toBe(true)
  expect(onPress).toHaveBeenCalledOnce()
})
