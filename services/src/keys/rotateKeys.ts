import { mkdirSync } from 'node:fs'
import type { Context } from '../shared/context.js'
import { lockData } from '../shared/dataLock.js'
import { openDataKeys } from './data/openDataKeys.js'
import { openWrapper } from './wrapper/openWrapper.js'

/**
 * Gives each project a new key, wraps it with the first wrapper of the settings, and the keys of its users with it: what another wrapper has
 * wrapped is needed no more, but for backups. Whatever is done stays done, so it can be run again after it was interrupted. On PostgreSQL it
 * runs beside the services; SQLite's files belong to one process.
 *
 * @throws `DataInUseError`, `WrapperError`
 */
export async function rotateKeys(
  context: Pick<Context, 'settings' | 'clock' | 'log'>,
): Promise<{ readonly projects: number; readonly users: number }> {
  const { settings, clock } = context
  const { databaseUrl, data: directory } = settings
  if (databaseUrl === undefined) mkdirSync(directory, { recursive: true, mode: 0o700 })
  const unlock = databaseUrl === undefined ? lockData(directory) : () => undefined
  try {
    const wrapper = openWrapper(context, directory)
    const keys = await openDataKeys({ databaseUrl, directory }, { wrapper, now: () => clock.now() })
    try {
      return await keys.rotate()
    } finally {
      await keys.close()
    }
  } finally {
    unlock()
  }
}
