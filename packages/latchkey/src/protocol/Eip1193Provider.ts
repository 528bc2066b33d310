/** The part of an EIP-1193 provider that the kit uses. Its answers are untrusted until they have been checked. */
export type Eip1193Provider = {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on?(event: string, listener: (...values: unknown[]) => void): unknown
  removeListener?(event: string, listener: (...values: unknown[]) => void): unknown
}

export function isEip1193Provider(value: unknown): value is Eip1193Provider {
  try {
    return typeof (value as Eip1193Provider | null)?.request === 'function'
  } catch {
    // A getter threw, so the value is not a provider.
    return false
  }
}
