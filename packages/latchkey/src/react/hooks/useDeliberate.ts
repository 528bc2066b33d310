import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useKit } from '../KitContext.js'
import { deadTime } from '../styles/timings.js'
import { createLabelWatch, type LabelWatch } from './labelWatch.js'

/** How long after a pointer or key event on the button a click still counts as part of it, in ms. */
const pressTime = 1_000

/**
 * Guards a button with consequences: accepts only a press that the visitor meant for what the screen shows now.
 *
 * - For {@link deadTime} after `subject` has changed or the button has appeared, it ignores every press. Otherwise the
 *   second click of a double click would confirm a text that the visitor has not read. An ignored press restarts the
 *   time.
 * - Holding Enter presses once: it ignores the repeats.
 * - It ignores a press by a script of the page. `isTrusted` alone does not detect one: a script that clicks a `<label>`
 *   of the button produces a trusted click. So a pointer or key event must have hit this button just before.
 * - Enter must have been pressed on the button: a script may move the focus to it while the key is on its way to a
 *   field.
 * - A screen reader may click without either. Its click counts if the button has the focus and has had no label since.
 *
 * @param subject Text that identifies what the visitor must have seen before they press: a warning's name, an intent's
 *   id.
 * @example
 * ```tsx
 * const deliberate = useDeliberate(warnings.join())
 * <Button {...deliberate(send)}>Send</Button>
 * ```
 */
export function useDeliberate(subject: string): useDeliberate.Guard {
  const { clock } = useKit()
  const [seen, setSeen] = useState<string>()
  const [dropped, setDropped] = useState(0)
  const isTooSoon = seen !== subject
  const touched = useRef<{ readonly button: EventTarget; readonly at: number }>(undefined)
  const labels = useRef<LabelWatch>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies(dropped): each ignored press restarts the time.
  useEffect(() => {
    const cancel = clock.setTimeout(() => setSeen(subject), deadTime)
    return () => {
      cancel()
      setSeen(undefined)
    }
  }, [clock, subject, dropped])

  useEffect(
    () => () => {
      labels.current?.stop()
      labels.current = undefined
    },
    [],
  )

  const watchLabels = ({ currentTarget }: FocusEvent<HTMLButtonElement>) => {
    labels.current ??= createLabelWatch()
    labels.current.start(currentTarget)
  }
  const touch = ({ nativeEvent, currentTarget }: SyntheticEvent) => {
    if (nativeEvent.isTrusted) touched.current = { button: currentTarget, at: clock.now() }
  }
  const touchByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') touch(event)
  }
  // Each touch allows one click.
  const isByPerson = ({ nativeEvent, currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const last = touched.current
    touched.current = undefined
    if (!nativeEvent.isTrusted) return false
    const isTouched = last?.button === currentTarget && clock.now() - last.at <= pressTime
    return isTouched || (currentTarget.matches(':focus') && labels.current?.isClear(currentTarget) === true)
  }

  return (onPress) => ({
    'aria-disabled': isTooSoon ? true : undefined,
    onFocus: watchLabels,
    onBlur: () => labels.current?.stop(),
    onPointerDown: touch,
    onPointerUp: touch,
    onMouseDown: touch,
    onMouseUp: touch,
    onKeyDown(event) {
      touchByKey(event)
      if (event.repeat && event.key === 'Enter') event.preventDefault()
    },
    onKeyPress(event) {
      if (touched.current?.button !== event.currentTarget) event.preventDefault()
    },
    onKeyUp: touchByKey,
    onClick(event) {
      if (isByPerson(event) && !isTooSoon) return onPress?.()
      // Prevents a submit button from submitting.
      event.preventDefault()
      if (isTooSoon) setDropped((count) => count + 1)
    },
  })
}

export declare namespace useDeliberate {
  /** Returns the button's props. Without `onPress` the button submits its form. */
  type Guard = (onPress?: (() => void) | undefined) => {
    readonly 'aria-disabled': true | undefined
    readonly onFocus: (event: FocusEvent<HTMLButtonElement>) => void
    readonly onBlur: () => void
    readonly onPointerDown: (event: SyntheticEvent) => void
    readonly onPointerUp: (event: SyntheticEvent) => void
    readonly onMouseDown: (event: SyntheticEvent) => void
    readonly onMouseUp: (event: SyntheticEvent) => void
    readonly onKeyDown: (event: KeyboardEvent) => void
    readonly onKeyPress: (event: KeyboardEvent) => void
    readonly onKeyUp: (event: KeyboardEvent) => void
    readonly onClick: (event: MouseEvent<HTMLButtonElement>) => void
  }
}
