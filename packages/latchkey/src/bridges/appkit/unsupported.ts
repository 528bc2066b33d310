import { accountError } from '../../protocol/accountErrors.js'
import type { KitError } from '../../protocol/errors.js'

/** An unsupported export of the incumbent, and the advice what to do instead. */
export function unsupported(name: string, advice: string): KitError<'APPKIT_UNSUPPORTED'> {
  return accountError('APPKIT_UNSUPPORTED', { slots: { name, advice } })
}

/** A method that exists so that apps compile, and throws an error with the reason why it is unsupported. */
export type Refusal = (...parameters: readonly unknown[]) => never

/** Methods that throw `APPKIT_UNSUPPORTED`, by name and advice. */
export function refusals<const name extends string>(
  advices: Readonly<Record<name, string>>,
): { readonly [key in name]: Refusal } {
  const entries = Object.entries<string>(advices).map(([name, advice]) => {
    const refuse: Refusal = () => {
      throw unsupported(name, advice)
    }
    return [name, refuse]
  })
  return Object.fromEntries(entries) as { readonly [key in name]: Refusal }
}

/** Replaces an internal value of the incumbent: importing it is harmless, using it throws `APPKIT_UNSUPPORTED`. */
export function refusedValue(name: string, advice: string): { readonly [member: string]: Refusal } {
  return new Proxy(
    {},
    {
      get(_, member) {
        // Bundlers and debuggers look at every value's symbols.
        if (typeof member === 'symbol') return undefined
        throw unsupported(`${name}.${member}`, advice)
      },
    },
  )
}
