import { type ComponentType, useEffect, useState } from 'react'

/**
 * Loads a component's code once `isWanted` is true; returns `undefined` until it has loaded. After a failure (offline,
 * or a new release removed the file) it loads again when `isWanted` next becomes true.
 */
export function useLazy<props>(
  load: () => Promise<ComponentType<props>>,
  isWanted: boolean,
  onFail?: (cause: unknown) => void,
): ComponentType<props> | undefined {
  const [component, setComponent] = useState<ComponentType<props>>()
  useEffect(() => {
    if (!isWanted || component !== undefined) return
    let isCurrent = true
    load().then(
      (loaded) => isCurrent && setComponent(() => loaded),
      (cause) => isCurrent && onFail?.(cause),
    )
    return () => {
      isCurrent = false
    }
  }, [load, isWanted, component, onFail])
  return component
}
