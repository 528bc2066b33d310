import { fillSlots } from '../../protocol/errors.js'

type Slots = { readonly [name: string]: string | number }

/**
 * Fills a text's slots, with numbers formatted for the language. If a text has several plural forms,
 * `one={count} wallet|other={count} wallets`, picks the language's form for `count` (`Intl.PluralRules`).
 */
export function pluralText(text: string, locale: string, slots: Slots): string {
  const { count } = slots
  const form = typeof count === 'number' && text.includes('|') ? formOf(text, locale, count) : text
  const written = Object.entries(slots).map(([name, value]) => [
    name,
    typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : value,
  ])
  return fillSlots(form, Object.fromEntries(written))
}

function formOf(text: string, locale: string, count: number): string {
  const forms = new Map(text.split('|').map((form) => [form.slice(0, form.indexOf('=')), form] as const))
  const category = new Intl.PluralRules(locale).select(count)
  const form = forms.get(category) ?? forms.get('other') ?? text
  return form.slice(form.indexOf('=') + 1)
}
