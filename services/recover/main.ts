import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { recoverWallet } from './recoverWallet.js'

const usage = `Usage: node recover.js FILE

Opens a recovery kit of an embedded wallet, without any server. FILE is the kit's file, or a text with the lines of
its print; - reads it from standard input. The program asks for the 24 words, and then shows the wallet's own 12 words
and its private keys. Use it on a computer that you trust, best without a network.
`

async function main(): Promise<void> {
  const [path, ...rest] = process.argv.slice(2)
  if (path === undefined || rest.length > 0 || path === '--help') {
    process.stdout.write(usage)
    process.exitCode = path === '--help' ? 0 : 1
    return
  }
  const lines = createInterface({ input: process.stdin })
  const input = lines[Symbol.asyncIterator]()
  const file = path === '-' ? await readUntilEmpty(input) : readFileSync(path, 'utf8')
  if (process.stdin.isTTY) process.stderr.write('The 24 words, in one line:\n')
  const { value: words = '' } = await input.next()
  lines.close()
  const wallet = await recoverWallet(file, String(words))
  const rows = [
    ['Made on', new Date(wallet.createdAt).toISOString().slice(0, 10)],
    ['Address (EVM)', wallet.addresses.eip155],
    ['Address (Solana)', wallet.addresses.solana],
    ['12 words', wallet.words],
    ['Private key (EVM)', wallet.privateKeys.eip155],
    ['Private key (Solana)', wallet.privateKeys.solana],
  ]
  for (const [name = '', value = ''] of rows) process.stdout.write(`${`${name}:`.padEnd(22)}${value}\n`)
}

/** The lines up to an empty one. */
async function readUntilEmpty(input: AsyncIterator<string>): Promise<string> {
  const lines: string[] = []
  for (;;) {
    const { value, done } = await input.next()
    if (done === true || value.trim() === '') return lines.join('\n')
    lines.push(value)
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
