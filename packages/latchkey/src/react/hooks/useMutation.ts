import { useCallback, useEffect, useRef, useState } from 'react'
import { isKitError, KitError } from '../../protocol/errors.js'

/** The status of a call that the visitor started, in the terms that query libraries use. */
export type Mutation<variables, data> = {
  readonly status: 'idle' | 'pending' | 'success' | 'error'
  readonly data: data | undefined
  readonly error: KitError | undefined
  readonly isIdle: boolean
  readonly isPending: boolean
  readonly isSuccess: boolean
  readonly isError: boolean
  /** Starts the call and reports its result in the fields above; never throws. */
  readonly mutate: (variables: variables) => void
  /** Starts the call and returns its promise. */
  readonly mutateAsync: (variables: variables) => Promise<data>
  readonly reset: () => void
}

type Progress<data> =
  | { readonly status: 'idle' | 'pending' }
  | { readonly status: 'success'; readonly data: data }
  | { readonly status: 'error'; readonly error: KitError }

/** Tracks calls of `call`: the fields describe the newest one. */
export function useMutation<variables, data>(
  call: (variables: variables) => Promise<data>,
): Mutation<variables, data> {
  const [progress, setProgress] = useState<Progress<data>>({ status: 'idle' })
  const newest = useRef(0)
  const latestCall = useRef(call)
  useEffect(() => {
    latestCall.current = call
  })

  const mutateAsync = useCallback(async (variables: variables) => {
    const current = ++newest.current
    const report = (next: Progress<data>) => {
      if (current === newest.current) setProgress(next)
    }
    report({ status: 'pending' })
    try {
      const data = await latestCall.current(variables)
      report({ status: 'success', data })
      return data
    } catch (error) {
      report({
        status: 'error',
        error: isKitError(error) ? error : new KitError('FRAME_ERROR', { cause: error }),
      })
      throw error
    }
  }, [])

  // The error is in the state already: an unhandled rejection would report it twice.
  const mutate = useCallback(
    (variables: variables) => void mutateAsync(variables).catch(() => {}),
    [mutateAsync],
  )
  const reset = useCallback(() => {
    newest.current++
    setProgress({ status: 'idle' })
  }, [])

  const { status } = progress
  return {
    status,
    data: progress.status === 'success' ? progress.data : undefined,
    error: progress.status === 'error' ? progress.error : undefined,
    isIdle: status === 'idle',
    isPending: status === 'pending',
    isSuccess: status === 'success',
    isError: status === 'error',
    mutate,
    mutateAsync,
    reset,
  }
}
