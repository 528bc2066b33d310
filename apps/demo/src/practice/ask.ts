/** A question of the practice wallet to the visitor. */
export type Question = {
  /** Which wallet asks. @default the practice wallet */
  readonly wallet?: string | undefined
  readonly title: string
  readonly lines: readonly (readonly [name: string, value: string])[]
  readonly account: string
  readonly network: string
}

const styles = `
  :host { all: initial; }
  * { box-sizing: border-box; }
  .sheet { position: fixed; inset: 16px 16px auto auto; z-index: 2147483647; width: min(340px, calc(100vw - 32px)); padding: 16px;
    border-radius: 14px; background: #fffaf0; color: #2b2112; font: 14px/1.45 system-ui, sans-serif;
    box-shadow: 0 18px 60px rgb(0 0 0 / 45%), 0 0 0 2px #e8a33d; }
  h2 { margin: 0 0 2px; font-size: 16px; }
  .brand { margin: 0 0 10px; font-size: 12px; font-weight: 600; color: #8a5a0a; }
  dl { margin: 0; }
  dt { margin-top: 8px; font-size: 12px; color: #6d5a3a; }
  dd { margin: 0; max-height: 30vh; overflow: auto; overflow-wrap: anywhere; white-space: pre-wrap; }
  .buttons { display: flex; gap: 8px; margin-top: 16px; }
  button { flex: 1; min-height: 44px; border: 0; border-radius: 10px; font: 600 14px system-ui, sans-serif; cursor: pointer; background: #f0e2c8; color: inherit; }
  button.approve { background: #2b2112; color: #fff; }
  button:focus-visible { outline: 3px solid #e8a33d; outline-offset: 2px; }
`

/**
 * Asks in a dialog over the whole page, like an extension's popup. Resolves with whether the visitor approved; Escape
 * rejects.
 */
export function ask({
  wallet = 'Practice wallet',
  title,
  lines,
  account,
  network,
}: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const host = document.createElement('practice-wallet')
    const root = host.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    root.adoptedStyleSheets = [sheet]

    const opener = focused(document)
    const answer = (isApproved: boolean) => {
      host.remove()
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      resolve(isApproved)
    }
    const reject = button('Reject', 'reject', () => answer(false))
    const dialog = element(
      'div',
      { class: 'sheet', role: 'alertdialog', 'aria-label': `${wallet}: ${title}` },
      [
        element('p', { class: 'brand' }, [wallet]),
        element('h2', {}, [title]),
        element(
          'dl',
          {},
          [...lines, ['Account', account] as const, ['Network', network] as const].flatMap(
            ([name, value]) => [element('dt', {}, [name]), element('dd', {}, [value])],
          ),
        ),
        element('div', { class: 'buttons' }, [reject, button('Approve', 'approve', () => answer(true))]),
      ],
    )
    dialog.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return
      // It is this window's alone: a dialog beneath must not close by it too.
      event.preventDefault()
      event.stopPropagation()
      answer(false)
    })
    root.append(dialog)
    document.body.append(host)
    reject.focus()
  })
}

/** The focused element, also within shadow roots. */
function focused(root: Document | ShadowRoot): Element | null {
  const active = root.activeElement
  return active?.shadowRoot ? focused(active.shadowRoot) : active
}

function button(label: string, name: string, onClick: () => void): HTMLElement {
  const made = element('button', { type: 'button', class: name }, [label])
  made.addEventListener('click', onClick)
  return made
}

function element(
  name: string,
  attributes: { readonly [name: string]: string },
  children: readonly (string | HTMLElement)[],
): HTMLElement {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}
