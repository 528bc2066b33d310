// An app on polkadot-js (`ApiPromise`, unmodified) on the services' WebSocket, in front of the local Polkadot chain.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startServices } from '@latchkey/services'
import { scriptedPolkadotWallet } from 'latchkey/testing'
import { afterAll, expect, test } from 'vitest'
import { isPolkadotInstalled } from '../../scripts/install.mjs'

type Client = {
  readonly genesis: string
  balance(address: string): Promise<bigint>
  followBalance(address: string, tell: (units: bigint) => void): Promise<() => void>
  transfer(transfer: { path: string; to: string; units: bigint }): Promise<readonly string[]>
  close(): Promise<void>
}

const folder = new URL('../../chains/polkadot/', import.meta.url)
const cleanups: (() => unknown)[] = []

afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

async function startChain() {
  const program = fileURLToPath(new URL('start.mjs', folder))
  const child: ChildProcess = spawn(process.execPath, [program, '--port', '0'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, LATCHKEY_STOP_WITH_INPUT: '1' },
  })
  cleanups.push(() => child.kill())
  const [line] = child.stdout === null ? [''] : await once(child.stdout, 'data')
  const [, url = '', networkId = ''] = /(http:\S+) \((polkadot:\S+)\)/.exec(String(line)) ?? []
  return { url, networkId }
}

// Its packages are not those of this workspace; `npm test -- polkadot` installs them.
test.skipIf(!isPolkadotInstalled())(
  'an ApiPromise connects, reads an account, and follows a transfer until it is final',
  async () => {
    const { url, networkId } = await startChain()
    const services = await startServices({
      services: ['blockchain'],
      settings: { chains: [`${networkId}=${url}`], ens: [], logLevel: 'silent', rpcPollSeconds: 1 },
    })
    cleanups.push(() => services.close())
    const { openClient } = await import(/* @vite-ignore */ new URL('client.mjs', folder).href)
    const client: Client = await openClient({
      url: `${services.relayUrl}/v1/?chainId=${networkId}&projectId=open`,
    })
    cleanups.push(() => client.close())
    expect(client.genesis.slice(2, 34)).toBe(networkId.slice('polkadot:'.length))

    const [sender, recipient] = await Promise.all(
      ['//Harbor', '//Wren'].map((path) => scriptedPolkadotWallet({ path })),
    )
    const coins = 10n ** 12n
    expect(await client.balance(sender?.address ?? '')).toBe(10_000n * coins)
    const told: bigint[] = []
    const stop = await client.followBalance(recipient?.address ?? '', (units) => told.push(units))
    const said = await client.transfer({ path: '//Harbor', to: recipient?.address ?? '', units: 3n * coins })
    expect(said).toContain('balances.Transfer')
    expect(said).toContain('system.ExtrinsicSuccess')
    await expect.poll(() => told).toEqual([10_000n * coins, 10_003n * coins])
    stop()
    expect(await client.balance(recipient?.address ?? '')).toBe(10_003n * coins)
  },
  120_000,
)
