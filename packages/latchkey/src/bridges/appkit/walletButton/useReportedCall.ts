import { useCallback, useEffect, useRef } from 'react'
import { isKitError, type KitError } from '../../../protocol/errors.js'
import { type Mutation, useMutation } from '../../../react/hooks/useMutation.js'

/** Tracks calls of `call` as {@link useMutation} does; `run` never rejects, and callbacks hear how each call ended. */
export function useReportedCall<variables, data>(
  call: (variables: variables) => Promise<data>,
  callbacks: useReportedCall.Callbacks<data>,
): useReportedCall.ReturnType<variables, data> {
  const told = useRef(callbacks)
  useEffect(() => {
    told.current = callbacks
  })
  const { data, error, isPending, isError, isSuccess, mutateAsync } = useMutation(call)
  const run = useCallback(
    async (variables: variables) => {
      try {
        const done = await mutateAsync(variables)
        told.current.onSuccess?.(done)
        return done
      } catch (cause) {
        // The failure is in `error`: an unhandled rejection would report it twice.
        if (!isKitError(cause)) throw cause
        told.current.onError?.(cause)
        return undefined
      }
    },
    [mutateAsync],
  )
  return { data, error, isPending, isError, isSuccess, run }
}

export declare namespace useReportedCall {
  type Callbacks<data> = {
    readonly onSuccess?: ((data: data) => void) | undefined
    readonly onError?: ((error: KitError) => void) | undefined
  }
  /** How the newest call stands. */
  type Progress<data> = Pick<Mutation<never, data>, 'data' | 'error' | 'isPending' | 'isError' | 'isSuccess'>
  type ReturnType<variables, data> = Progress<data> & {
    readonly run: (variables: variables) => Promise<data | undefined>
  }
}
