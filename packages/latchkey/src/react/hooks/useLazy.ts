import { type ComponentType, useEffect, useState } from 'react'

/**
 * A component whose code is loaded once it is wanted; `undefined` until it is there. Tried again at the next wish after
 * a failure: offline, or a new release took the file away.
 */
export function useLazy<props>(
  load: () => Promise<ComponentType<props>>,
  isWanted: boolean,
  onFail: (cause: unknown) => void,
): ComponentType<props> | undefined {
  const [component, setComponent] = useState<ComponentType<props>>()
  useEffect(() => {
    if (!isWanted || component !== undefined) return
    let isCurrent = true
    load().then(
      (loaded) => isCurrent && setComponent(() => loaded),
      (cause) => isCurrent && onFail(cause),
    )
    return () => {
      isCurrent = false
    }
  }, [load, isWanted, component, onFail])
  return component
}
