import { expect, test } from 'vitest'
import type { Context } from '../shared/context.js'
import { currentTurn, patiently } from './turns.js'

const callers = { getStore: () => ({ client: '192.0.2.1' }) } as unknown as Context['callers']

test('patient calls stand in another line than the calls that their visitor waits for', () => {
  const awaited = currentTurn({ callers })
  const patient = patiently(() => currentTurn({ callers }))
  expect(awaited).toMatchObject({ client: '192.0.2.1' })
  expect(patient).toMatchObject({ isPatient: true })
  expect(patient.client).not.toBe(awaited.client)
})
