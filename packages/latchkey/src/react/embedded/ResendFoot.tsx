import { useKitState } from '../hooks/useKitState.js'
import { Button } from '../ui/Button/Button.js'
import { useSecondsUntil } from './useSecondsUntil.js'

/** Offers another mail below a field, once 30 seconds have passed since the last one. */
export function ResendFoot({ question, label, waitingLabel, onResend }: ResendFoot.Props) {
  const codeAt = useKitState(({ embedded }) => embedded?.codeAt)
  const seconds = useSecondsUntil(codeAt)
  return (
    <div className="code-foot">
      {question}
      <Button variant="quiet" size="small" disabled={seconds > 0} onClick={onResend}>
        {seconds > 0 ? waitingLabel(seconds) : label}
      </Button>
    </div>
  )
}

export declare namespace ResendFoot {
  type Props = {
    readonly question: string
    readonly label: string
    readonly waitingLabel: (seconds: number) => string
    readonly onResend: () => void
  }
}
