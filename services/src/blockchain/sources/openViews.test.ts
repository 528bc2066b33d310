import { expect, test } from 'vitest'
import { readSettings } from '../../shared/settings.js'
import { createWorld, startSources } from '../../testing/startSources.js'

/** Visitors behind one address whose account views stay open. */
const views = 20
/** Minutes that a view stays open, and refreshes in each: an open view asks every half minute. */
const [minutes, refreshes] = [20, 2]

test.each(['etherscan', 'blockscout', 'alchemy', 'goldrush'])(
  '%s: twenty open views behind one address stay within what a client may ask of indexers',
  async (kind) => {
    const world = createWorld(182, 2_000)
    const service = await startSources(world, [kind], { node: { hasTraces: true } })
    const look = async () => {
      for (const route of ['history', 'nfts'])
        while ((await service.get(`${route}?chainId=eip155:1`)).body.reading !== undefined);
    }
    await look()
    service.asked.length = 0
    for (let refresh = 0; refresh < minutes * refreshes; refresh++) {
      service.clock.advance(60_000 / refreshes)
      await look()
    }
    const { indexerRate } = readSettings({})
    expect((views * service.asked.length) / minutes).toBeLessThanOrEqual(indexerRate)
    await service.stop()
  },
  60_000,
)
