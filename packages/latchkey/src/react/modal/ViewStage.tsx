import { type ComponentType, useEffect, useRef, useState } from 'react'
import { currentView } from '../../core/router.js'
import type { View } from '../../features/modal/screens.js'
import { tellInternalError } from '../../features/notify/tellInternalError.js'
import { useKitState } from '../hooks/useKitState.js'
import { useKit } from '../KitContext.js'
import { useText } from '../locales/useText.js'
import { Button } from '../ui/Button/Button.js'
import { Notice } from '../ui/Notice/Notice.js'
import { ScrollMemory } from '../ui/ScrollMemory.js'
import { Spinner } from '../ui/Spinner/Spinner.js'
import { partsOf } from './screenParts.js'
import { useStageHeight } from './useStageHeight.js'
import { ViewBoundary } from './ViewBoundary.js'

type AnyView = ComponentType<{ readonly parameters: View['parameters'] }>
type Shown = { readonly view: View; readonly depth: number; readonly Component: AnyView | undefined }

/** The views whose code has loaded. */
const loaded = new Map<View['name'], AnyView>()

/**
 * Shows the view on top of the history. The previous one stays until the next one's code has loaded, to avoid a jump.
 */
export function ViewStage() {
  const view = useKitState((state) => currentView(state.modal.stack))
  const depth = useKitState((state) => state.modal.stack.length)
  const [tries, setTries] = useState(0)
  const shown = useLoadedView(view, depth, tries)
  const direction = useDirection(shown?.depth ?? depth)
  const { stage, scroller, content, isOverflowing } = useStageHeight()
  const places = useRef(new Map<string, number>())
  const place = `${depth} ${view.name}`
  const kit = useKit()
  const tellUncaught = (error: unknown) => tellInternalError(kit, error, { uncaught: true })
  const retry = () => setTries((count) => count + 1)

  return (
    <div ref={stage} className="stage">
      <div ref={scroller} className="scroller" data-overflows={isOverflowing}>
        <div ref={content}>
          {shown === undefined ? (
            <div className="view-loading">
              <Spinner />
            </div>
          ) : (
            <div key={`${shown.depth} ${shown.view.name}`} className="view" data-direction={direction}>
              <ViewBoundary
                fallback={<FailedView onRetry={retry} />}
                resetKey={`${place} ${tries}`}
                onError={tellUncaught}
              >
                <ScrollMemory.Provider value={{ places: places.current, place }}>
                  {shown.Component === undefined ? (
                    <FailedView onRetry={retry} />
                  ) : (
                    <shown.Component parameters={shown.view.parameters} />
                  )}
                </ScrollMemory.Provider>
              </ViewBoundary>
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

function FailedView({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText()
  return (
    <Notice
      icon="warning"
      variant="error"
      title={text('modal.failed')}
      text={text('modal.failedText')}
      action={<Button onClick={onRetry}>{text('common.retry')}</Button>}
    />
  )
}

function useLoadedView(view: View, depth: number, tries: number): Shown | undefined {
  const [last, setLast] = useState<Shown>()
  const Component = loaded.get(view.name)

  // biome-ignore lint/correctness/useExhaustiveDependencies(tries): each try loads the code again.
  useEffect(() => {
    let isCurrent = true
    const show = (component: AnyView | undefined) => {
      if (isCurrent) setLast({ view, depth, Component: component })
    }
    load(view).then(show, () => show(undefined))
    const { next } = partsOf(view)
    if (next !== undefined) load(next).catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [view, depth, tries])

  return Component === undefined ? last : { view, depth, Component }
}

async function load(view: View): Promise<AnyView> {
  const component = await partsOf(view).load()
  loaded.set(view.name, component)
  return component
}

function useDirection(depth: number): 'none' | 'forward' | 'back' {
  const [history, setHistory] = useState<{ readonly before: number; readonly now: number }>({
    before: depth,
    now: depth,
  })
  if (history.now !== depth) setHistory({ before: history.now, now: depth })
  if (history.before === history.now) return 'none'
  return history.now > history.before ? 'forward' : 'back'
}
