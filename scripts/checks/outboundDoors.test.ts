import { describe, expect, test } from 'vitest'
import { openings } from './outboundDoors.mjs'

describe('what opens a connection is found', () => {
  test.each([
    `await fetch('https://a.example')`,
    `const ask = () => globalThis.fetch(url)`,
    `import { request } from 'node:http'`,
    `import { request as ask } from 'https'`,
    `import * as net from 'node:net'`,
    `import { createClient, http } from 'viem'`,
    `import { createPublicClient } from 'viem'`,
    `import { WebSocket } from 'ws'`,
    `import nodemailer from 'nodemailer'`,
    `export { connect } from 'node:tls'`,
    `const { request } = await import('undici')`,
    `new WebSocket(url)`,
  ])('%s', (text) => {
    expect(openings(text)).not.toEqual([])
  })
})

describe('what opens none is let be', () => {
  test.each([
    `import { createServer, type IncomingMessage } from 'node:http'`,
    `import { type Socket, isIP } from 'node:net'`,
    `import type { Client } from 'viem'`,
    `import { getAddress } from 'viem'`,
    `import { WebSocketServer } from 'ws'`,
    `function read(fetch: GuardedFetch) { return fetch(address, options) }`,
  ])('%s', (text) => {
    expect(openings(text)).toEqual([])
  })
})
