import { interactionPolicy } from 'oidc-provider'

/** Asks the visitor at each login: who plays a provider may want to be somebody else now. */
export function asksEachTime() {
  const policy = interactionPolicy.base()
  const check = new interactionPolicy.Check('each_time', 'every login is asked', ({ oidc }) =>
    oidc.result?.login === undefined
      ? interactionPolicy.Check.REQUEST_PROMPT
      : interactionPolicy.Check.NO_NEED_TO_PROMPT,
  )
  policy.get('login')?.checks.add(check)
  return policy
}
