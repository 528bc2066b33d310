import type { RouteEntry, RouteStack } from './router.js'

/** Replaces the whole history. */
export function resetRoutes<entry extends RouteEntry>(view: entry): RouteStack<entry> {
  return [view]
}
