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

test('a press that was dropped starts the time anew', async () => {
  const { press, advance, onPress } = await setUp()
  await advance(400, false)
  await userEvent.click(press, force)
  await advance(400, false)
  await advance(100, true)
  expect(onPress).not.toHaveBeenCalled()
})

test('something new to be read starts the time anew, also where it is what was read before', async () => {
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

test('a form is submitted by the same rule', async () => {
  const { button, advance, onSubmit } = await setUp()
  const submit = await button('Submit')
  await userEvent.click(submit, force)
  expect(onSubmit).not.toHaveBeenCalled()
  await advance(500, true)
  await userEvent.click(submit)
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('Enter that is held down is one press', async () => {
  const { press, advance, onPress } = await setUp()
  await advance(500, true)
  press.focus()
  await userEvent.keyboard('{Enter>5/}')
  expect(onPress).toHaveBeenCalledOnce()
})

test('Enter meant for a field, whose focus a script moves to the button, does not press it', async () => {
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

test('what a script of the page presses is not pressed', async () => {
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

test("what a script presses through a label is not pressed, with or without the button's focus", async () => {
  const { press, advance, onPress } = await setUp()
  await advance(500, true)
  const label = labelOf(press)
  clickThroughLabel(press, label)
  press.focus()
  clickThroughLabel(press, label)
  expect(onPress).not.toHaveBeenCalled()
})

test('what a script presses through a label around the button is not pressed', async () => {
  const { press, advance, onPress } = await setUp()
  await advance(500, true)
  const label = document.createElement('label')
  press.replaceWith(label)
  label.append(press)
  press.focus()
  clickThroughLabel(press, label)
  expect(onPress).not.toHaveBeenCalled()
})

test("a person's press counts once, also with a label: what a script adds to it does not", async () => {
  const { press, advance, onPress } = await setUp()
  await advance(500, true)
  const label = labelOf(press)
  await userEvent.click(press)
  clickThroughLabel(press, label)
  expect(onPress).toHaveBeenCalledOnce()
})

test('a pointer that was on the button long before does not press it for a script', async () => {
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

test('the space bar presses, and so does a pointer where the button takes no focus', async () => {
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
  ['that is taken away before the button hears of it', (label: HTMLLabelElement) => label.remove()],
  [
    'that is turned away before the button hears of it',
    (label: HTMLLabelElement) => {
      label.htmlFor = ''
    },
  ],
])('what a script presses through a label %s is not pressed', async (_, hide) => {
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

test("a screen reader's click, which no pointer or key on the button comes before, counts where it has the focus", async () => {
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
