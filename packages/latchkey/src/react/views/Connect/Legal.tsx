import { Fragment, type ReactNode } from 'react'
import { useKitState } from '../../hooks/useKitState.js'
import { type AppText, useText } from '../../locales/useText.js'

/** "By connecting your wallet, you agree to …", if the host has terms or a privacy policy. */
export function LegalNote() {
  const { sentence } = useLegal('note')
  return sentence === undefined ? null : <p className="legal">{sentence}</p>
}

/** The same text with a checkbox that the visitor must tick before connecting. */
export function LegalCheckbox({ isChecked, onChange }: LegalCheckbox.Props) {
  const { sentence } = useLegal('checkbox')
  return (
    <label className="legal-check">
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.target.checked)} />
      <span>{sentence}</span>
    </label>
  )
}

export declare namespace LegalCheckbox {
  type Props = { readonly isChecked: boolean; readonly onChange: (isChecked: boolean) => void }
}

function useLegal(kind: 'note' | 'checkbox'): { readonly sentence: ReactNode | undefined } {
  const text = useText()
  const terms = useKitState(({ options }) => options.termsConditionsUrl)
  const privacy = useKitState(({ options }) => options.privacyPolicyUrl)
  if (!terms && !privacy) return { sentence: undefined }
  const links = {
    terms: <LegalLink href={terms}>{text('connect.terms')}</LegalLink>,
    privacy: <LegalLink href={privacy}>{text('connect.privacy')}</LegalLink>,
  }
  return { sentence: withLinks(sentenceOf(text, kind, { terms, privacy }), links) }
}

function sentenceOf(
  text: AppText,
  kind: 'note' | 'checkbox',
  { terms, privacy }: { readonly terms: string | undefined; readonly privacy: string | undefined },
): string {
  // Keeps the slots in the text and replaces them with links, because each language has them in another place.
  const slots = { terms: '{terms}', privacy: '{privacy}' }
  if (kind === 'note') {
    if (terms && privacy) return text('connect.legal', slots)
    return terms ? text('connect.legalTerms', slots) : text('connect.legalPrivacy', slots)
  }
  if (terms && privacy) return text('connect.checkbox', slots)
  return terms ? text('connect.checkboxTerms', slots) : text('connect.checkboxPrivacy', slots)
}

function withLinks(sentence: string, links: { readonly [name: string]: ReactNode }): ReactNode {
  return sentence
    .split(/(\{\w+\})/)
    .map((part) => ({ part, link: links[part.slice(1, -1)] }))
    .map(({ part, link }) => <Fragment key={part}>{part.startsWith('{') ? link : part}</Fragment>)
}

function LegalLink({ href, children }: { readonly href: string | undefined; readonly children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
