/** A controller that aborts with a signal, and can abort alone. `AbortSignal.any` is too new for some browsers. */
export function linkedController(signal: AbortSignal): AbortController {
  const controller = new AbortController()
  const onAbort = () => controller.abort(signal.reason)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  return controller
}
