import { disconnect } from '../../features/connection/disconnect.js'
import { useAction } from './useAction.js'
import { type Mutation, useMutation } from './useMutation.js'

/** Ends the connection with all wallets, or with one. */
export function useDisconnect(): Mutation<disconnect.Parameters | undefined, void> {
  return useMutation(useAction(disconnect))
}
