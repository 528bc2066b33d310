import { SiweMessage } from 'siwe'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { parseSiweMessage } from 'viem/siwe'
import { Siwe } from 'ox'
import { formatSiwxMessage } from './formatSiwxMessage.js'
import { parseSiwxMessage } from './parseSiwxMessage.js'
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const base = { domain: 'app.example:8080', address: account.address, uri: 'https://app.example/login?a=b#c', version: '1' as const, chainId: 'eip155:1' as const, nonce: '32891756abcd', issuedAt: '2026-11-21T10:00:00.000Z' }
const full = { ...base, scheme: 'https', statement: 'All of it.', expirationTime: '2026-11-21T11:00:00.000+01:00', notBefore: '2026-11-21T09:00:00.000Z', requestId: 'r%20', resources: ['https://app.example:80/a//b', 'urn:x:y', 'https://app.example/b'] }
test('x', () => {
  console.log(parseSiweMessage(formatSiwxMessage(base)), Siwe.parseMessage)
  const found = new Map<string, string>()
  let accepted = 0
  for (const m of [base, full]) {
    const text = formatSiwxMessage(m)
    for (let i = 0; i <= text.length; i++) {
      for (let c = 10; c < 127; c++) { for (const cut of [0, 1]) {
        const t = text.slice(0, i) + String.fromCharCode(c) + text.slice(i + cut)
        const r = parseSiwxMessage(t)
        if (!r) continue
        accepted++
        try { new SiweMessage(t) } catch (e) {
          const line = text.slice(0,i).split('\n').length
          const k = `${line} ${t.split('\n')[line-1]?.slice(0,10)} ${(e as Error).message ?? JSON.stringify(e)}`.slice(0, 160)
          if (!found.has(k)) found.set(k, t.split('\n')[line-1] ?? '')
          // count
        }
        const v = parseSiweMessage(t)
        for (const f of ['domain','address','uri','nonce','statement','requestId'] as const) if ((v as any)[f] !== (r as any)[f]) found.set(`viem ${f} ${i}`.slice(0,40), JSON.stringify([(v as any)[f], (r as any)[f]]))
        let o: any; try { o = Siwe.parseMessage(t) } catch (e) { found.set('ox threw '+(e as Error).message.slice(0,80), t.slice(0,100)) ; continue }
        for (const f of ['domain','address','uri','nonce','statement','requestId'] as const) if (o[f] !== (r as any)[f]) found.set(`ox ${f} ${i}`, JSON.stringify([o[f], (r as any)[f]]))
      }}
    }
  }
  const low = formatSiwxMessage({ ...base, address: account.address.toLowerCase() })
  try { new SiweMessage(low); console.log('siwe accepts lowercase') } catch (e) { console.log('lower', e) }
  console.log(accepted, found.size, [...found].slice(0, 80).map((x) => x.join(' => ')).join('\n'))
}, 300000)
