import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Icon, type IconName } from '../Icon/Icon.js'
import sheet from './Tabs.css.js'

/** Tabs, of which one panel is shown at a time. Arrow keys move between them (WAI-ARIA tabs pattern). */
export function Tabs<value extends string>({ label, tabs, selected, onSelect, children }: Tabs.Props<value>) {
  useSheet(sheet)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab.value === selected)
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const steps: { readonly [key: string]: number } = {
      ArrowRight: isRightToLeft ? -1 : 1,
      ArrowLeft: isRightToLeft ? 1 : -1,
    }
    const targets: { readonly [key: string]: number } = { Home: 0, End: tabs.length - 1 }
    const step = steps[event.key]
    const target = step === undefined ? targets[event.key] : (index + step + tabs.length) % tabs.length
    const tab = target === undefined ? undefined : tabs[target]
    if (tab === undefined || target === undefined) return
    event.preventDefault()
    onSelect(tab.value)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus()
  }

  return (
    <>
      <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            className="tab"
            id={`${id}${tab.value}`}
            aria-selected={tab.value === selected}
            aria-controls={`${id}panel`}
            tabIndex={tab.value === selected ? 0 : -1}
            onClick={() => onSelect(tab.value)}
          >
            <Icon name={tab.icon} size={16} />
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${selected}`}>
        {children}
      </div>
    </>
  )
}

export declare namespace Tabs {
  type Props<value extends string> = {
    readonly label: string
    readonly tabs: readonly { readonly value: value; readonly label: string; readonly icon: IconName }[]
    readonly selected: value
    readonly onSelect: (value: value) => void
    /** The panel of the selected tab. */
    readonly children: ReactNode
  }
}
