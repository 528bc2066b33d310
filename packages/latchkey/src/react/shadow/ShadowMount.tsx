import { type ReactNode, useCallback, useInsertionEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useKitState } from '../hooks/useKitState.js'
import { adoptSheet, type Sheet } from '../styles/css.js'
import tokens from '../styles/tokens.css.js'
import { ShadowRootContext } from './ShadowRootContext.js'
import { useThemeMode } from './useThemeMode.js'

/**
 * Renders into a shadow root in the host's page, so that no style leaks in or out. On a server, and until the shadow
 * root exists, it renders `fallback`.
 */
export function ShadowMount({ name, base, children, fallback }: ShadowMount.Props) {
  const [host, setHost] = useState<HTMLElement | null>(null)
  const [root, setRoot] = useState<ShadowRoot>()
  const mode = useThemeMode()
  const variables = useKitState((state) => state.theme.variables)

  // Not a layout effect: React 18 warns about those on a server.
  const attach = useCallback(
    (element: HTMLElement | null) => {
      setHost(element)
      if (element === null) return
      // StrictMode and hot reloads run this again on an element that already has a shadow root.
      const shadow =
        element.shadowRoot ?? element.attachShadow({ mode: 'open', delegatesFocus: name !== 'modal' })
      // Hosts' focus traps look for tab stops and do not look inside a shadow root. The button inside gets the focus.
      if (shadow.delegatesFocus) element.tabIndex = 0
      adoptSheet(shadow, tokens)
      if (base) adoptSheet(shadow, base)
      setRoot(shadow)
    },
    [name, base],
  )

  // Must run before the browser lays out the content.
  useInsertionEffect(() => {
    if (host === null) return
    host.dataset.theme = mode
    for (const [property, value] of Object.entries(variables)) {
      // An empty string removes the property.
      host.style.setProperty(property, String(value ?? ''))
    }
  }, [host, mode, variables])

  return (
    <span ref={attach} data-latchkey={name}>
      {root === undefined ? fallback : createPortal(<Styled root={root}>{children}</Styled>, root)}
    </span>
  )
}

export declare namespace ShadowMount {
  type Props = {
    /** Identifies this mount among the kit's mounts in the page. */
    readonly name: string
    /** The sheet that this mount uses in addition to the tokens. */
    readonly base?: Sheet | undefined
    readonly children: ReactNode
    readonly fallback?: ReactNode | undefined
  }
}

function Styled({ root, children }: { readonly root: ShadowRoot; readonly children: ReactNode }) {
  const tag = useKitState((state) => state.locale.tag)
  // The built-in English follows the page's direction.
  const direction = tag === 'en' ? undefined : /^(ar|fa|he)/.test(tag) ? 'rtl' : 'ltr'
  return (
    <ShadowRootContext.Provider value={root}>
      <div className="root" lang={tag} dir={direction}>
        {children}
      </div>
    </ShadowRootContext.Provider>
  )
}
