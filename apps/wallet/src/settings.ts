/** The addresses of the wallet's parts, served at `/settings.json`. */
export type Settings = {
  readonly relay: string
  readonly chains: readonly Chain[]
}

export type Chain = { readonly id: number; readonly name: string; readonly rpcUrl: string }

export async function loadSettings(): Promise<Settings> {
  const response = await fetch('/settings.json')
  if (!response.ok) throw new Error(`/settings.json answered with status ${response.status}`)
  return (await response.json()) as Settings
}

export function chainOf(settings: Settings, chainId: string): Chain | undefined {
  return settings.chains.find(({ id }) => `eip155:${id}` === chainId)
}
