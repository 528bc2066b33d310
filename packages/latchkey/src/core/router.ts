import { isSameJson } from './json.js'

/** One screen of the modal: a view's name and its parameters. Plain JSON. */
export type RouteEntry = { readonly name: string; readonly parameters?: unknown }

/** The history of the modal, oldest first; the last entry shows (spec §2 "Navigation rules"). Never empty. */
export type RouteStack<entry extends RouteEntry = RouteEntry> = readonly [entry, ...entry[]]

export function currentView<entry extends RouteEntry>(stack: RouteStack<entry>): entry {
  return stack[stack.length - 1] ?? stack[0]
}

/** Adds a view; the same stack if it already shows. */
export function push<entry extends RouteEntry>(stack: RouteStack<entry>, view: entry): RouteStack<entry> {
  return isSameJson(currentView(stack), view) ? stack : [...stack, view]
}

/** Swaps the view that shows. */
export function replace<entry extends RouteEntry>(stack: RouteStack<entry>, view: entry): RouteStack<entry> {
  const [first, ...rest] = stack.slice(0, -1)
  return first === undefined ? [view] : [first, ...rest, view]
}

/** Goes back one view; `null` if there is none. */
export function pop<entry extends RouteEntry>(stack: RouteStack<entry>): RouteStack<entry> | null {
  const [first, ...rest] = stack.slice(0, -1)
  return first === undefined ? null : [first, ...rest]
}
