// Watches the unit suite's memory storage: each written name must be in the table of stored items.
import { afterEach, vi } from 'vitest'
import type { StorageBackend } from '../core/storage.js'
import { signClientStorageFacts, storageFacts } from '../protocol/storageFacts.js'

const names = Object.keys({ ...storageFacts, ...signClientStorageFacts }).map(
  (name) => new RegExp(`^${name.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[\\w-]+')}$`),
)
const unknown = new Set<string>()

function watched<backend extends StorageBackend>(backend: backend): backend {
  return {
    ...backend,
    setItem(name: string, value: string) {
      if (name.startsWith('latchkey.') && !names.some((known) => known.test(name))) unknown.add(name)
      backend.setItem(name, value)
    },
  }
}

vi.mock('../core/storageBackends.js', async (load) => {
  const module = await load<typeof import('../core/storageBackends.js')>()
  return { ...module, memoryStorage: () => watched(module.memoryStorage()) }
})

vi.mock('./mockTabs.js', async (load) => {
  const module = await load<typeof import('./mockTabs.js')>()
  const mockTabs = () => {
    const { open } = module.mockTabs()
    return { open: () => watched(open()) }
  }
  return { ...module, mockTabs }
})

afterEach(() => {
  const found = [...unknown]
  unknown.clear()
  if (found.length > 0) throw new Error(`not in protocol/storageFacts.ts: ${found.join(', ')}`)
})
