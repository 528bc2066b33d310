import { useCallback } from 'react'
import { requireCurrent } from '../current.js'
import { type ChangedEmail, updateEmail as change } from './updateEmail.js'
import { useReportedCall } from './useReportedCall.js'

/** Changes the e-mail address of the embedded wallet, in the modal; see `updateEmail`. */
export function useAppKitUpdateEmail(
  callbacks: useAppKitUpdateEmail.Parameters = {},
): useAppKitUpdateEmail.ReturnType {
  const { run, ...progress } = useReportedCall(
    (_: undefined) => change(requireCurrent('useAppKitUpdateEmail').instance.kit),
    callbacks,
  )
  const updateEmail = useCallback(() => run(undefined), [run])
  return { ...progress, updateEmail }
}

export declare namespace useAppKitUpdateEmail {
  type Parameters = useReportedCall.Callbacks<ChangedEmail>
  type ReturnType = useReportedCall.Progress<ChangedEmail> & {
    /** Never rejects; resolves with `undefined` on failure, with the reason in `error`. */
    readonly updateEmail: () => Promise<ChangedEmail | undefined>
  }
}
