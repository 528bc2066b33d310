/** The official packages, at their last versions under an open licence, without calls to their vendor's servers. */
// Set before the packages are loaded: the first allows two cores in one process, the second stops telemetry.
process.env.DISABLE_GLOBAL_CORE = 'true'
process.env.IS_VITEST = 'true'

const { WalletKit } = await import('@reown/walletkit')
const { Core } = await import('@walletconnect/core')
const { SignClient } = await import('@walletconnect/sign-client')

export type OfficialWallet = Awaited<ReturnType<typeof createOfficialWallet>>
export type OfficialApp = Awaited<ReturnType<typeof createOfficialApp>>

const projectId = 'interop'
const logger = 'silent'

function metadataOf(name: string) {
  return { name, description: `${name} of the tests`, url: `https://${name}.example`, icons: [] }
}

export async function createOfficialWallet({ relayUrl }: { readonly relayUrl: string }) {
  const core = new Core({ relayUrl, projectId, logger, telemetryEnabled: false, storage: createMemory() })
  return WalletKit.init({ core: core as never, metadata: metadataOf('official-wallet') })
}

export async function createOfficialApp({ relayUrl }: { readonly relayUrl: string }) {
  const core = new Core({ relayUrl, projectId, logger, telemetryEnabled: false, storage: createMemory() })
  return SignClient.init({ core: core as never, metadata: metadataOf('official-app') })
}

/** Disconnects from the relay without waiting. */
export async function closeOfficial(client: { readonly core: unknown }): Promise<void> {
  const { relayer, heartbeat } = client.core as {
    relayer: { transportClose(): Promise<void> }
    heartbeat: { stop(): void }
  }
  heartbeat.stop()
  await relayer.transportClose().catch(() => {})
}

function createMemory() {
  const entries = new Map<string, unknown>()
  return {
    getKeys: async () => [...entries.keys()],
    getEntries: async <value>() => [...entries] as [string, value][],
    getItem: async <value>(name: string) => entries.get(name) as value | undefined,
    setItem: async <value>(name: string, value: value) => void entries.set(name, value),
    removeItem: async (name: string) => void entries.delete(name),
  }
}
