import { describe, expect, test } from 'vitest'
import { createIdentity } from '../crypto/identity.js'
import { createRelayJwt, relayTimeFrom } from './relayJwt.js'

describe('createRelayJwt', () => {
  test('the test vector of the specification', async () => {
    const identity = await createIdentity('58e0254c211b858ef7896b00e3f36beeb13d568d47c6031c4218b87718061295')
    expect(identity.clientId).toBe('did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH')
    const token = await createRelayJwt(
      identity,
      'wss://relay.walletconnect.com',
      1656910097_000,
      'c479fe5dc464e771e78b193d239a65b58d278cad1c34bfb0b5716e5bb514928e',
    )
    expect(token).toBe(
      'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJkaWQ6a2V5Ono2TWtvZEhad25lVlJTaHRhTGY4SktZa3hwREdwMXZHWm5wR21kQnBYOE0yZXh4SCIsInN1YiI6ImM0NzlmZTVkYzQ2NGU3NzFlNzhiMTkzZDIzOWE2NWI1OGQyNzhjYWQxYzM0YmZiMGI1NzE2ZTViYjUxNDkyOGUiLCJhdWQiOiJ3c3M6Ly9yZWxheS53YWxsZXRjb25uZWN0LmNvbSIsImlhdCI6MTY1NjkxMDA5NywiZXhwIjoxNjU2OTk2NDk3fQ.bAKl1swvwqqV_FgwvD4Bx3Yp987B9gTpZctyBviA-EkAuWc8iI8SyokOjkv9GJESgid4U8Tf2foCgrQp2qrxBA',
    )
  })

  test('every connection has a different subject', async () => {
    const identity = await createIdentity('00'.repeat(32))
    const make = () => createRelayJwt(identity, 'wss://relay.test', 0)
    expect(await make()).not.toBe(await make())
  })
})

describe('relayTimeFrom', () => {
  test.each([
    [
      'JWT validation error: JWT Token is not yet valid: basic.iat: 1700086400, now + time_leeway: 1700000120, time_leeway: 120',
      1_700_000_000_000,
    ],
    ['JWT validation error: JWT Token is expired: Some(1699900000)', undefined],
    ['Unauthorized: invalid key', undefined],
    ['not yet valid', undefined],
    ['', undefined],
  ])('%s', (reason, time) => {
    expect(relayTimeFrom(reason)).toBe(time)
  })
})
