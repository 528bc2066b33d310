import { signMessage } from '../../features/intent/signMessage.js'
import { useAction } from './useAction.js'
import { type Mutation, useMutation } from './useMutation.js'

/**
 * Asks the connected wallet to sign a text.
 *
 * @example
 * ```tsx
 * const { mutateAsync: sign } = useSignMessage()
 * const signature = await sign({ message: 'hello' })
 * ```
 */
export function useSignMessage(): Mutation<signMessage.Parameters, string> {
  return useMutation(useAction(signMessage))
}
