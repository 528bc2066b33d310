#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { type Services, startServices } from './index.js'
import { rotateKeys } from './keys/rotateKeys.js'
import { createContext } from './shared/context.js'
import { messageOf } from './shared/log.js'
import {
  fallbackText,
  readSettings,
  SettingsError,
  settingsTable,
  unknownVariables,
} from './shared/settings.js'
import { readVersion } from './shared/version.js'

const usage = `Usage: latchkey-services [options]
       latchkey-services rotate-keys [options]

rotate-keys wraps the keys of embedded wallets anew, with the first wrapper of LATCHKEY_KEYS_WRAPPER, and ends. It can be run again after it
was interrupted. With SQLite, stop the services first.

  --port N           port of all services (LATCHKEY_PORT)
  --host ADDRESS     address to listen on (LATCHKEY_HOST)
  --data DIR         the folder with all data (LATCHKEY_DATA)
  --only NAMES       services to run, such as explorer,relay (LATCHKEY_SERVICES)
  --json             print one line of JSON when all answer
  --version          print the version
  --help             print this
`

type Arguments = ReturnType<typeof readArguments>['options']

async function main(): Promise<void> {
  const { options, command } = readArguments()
  if (options.help === true) return say(`${usage}\nEnvironment settings\n\n${describeSettings()}`)
  if (options.version === true) return say(readVersion())
  const settings = readSettings({ ...process.env, ...environmentOf(options) })
  for (const name of unknownVariables(process.env)) complain(`Warning: ${name} is not a setting. See --help.`)
  if (command === 'rotate-keys') {
    const { projects, users } = await rotateKeys(createContext({ settings }))
    return say(`The keys of ${projects} projects and ${users} users are wrapped anew.`)
  }

  const services = await startServices({ port: settings.port, dataDir: settings.data, settings })
  if (settings.stopWithInput === '1') process.stdin.on('end', () => void stop(services)).resume()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(services))
  announce(services, options, settings)
}

/** The first signal closes client connections without loss; a second one ends the process at once. */
let isStopping = false
async function stop(services: Services): Promise<void> {
  if (isStopping) process.exit(1)
  isStopping = true
  await services.drain()
  process.exit(0)
}

function announce(
  { url, relayUrl, framePort, services }: Services,
  options: Arguments,
  settings: ReturnType<typeof readSettings>,
): void {
  if (options.json === true) return say(JSON.stringify({ services: url, relay: relayUrl }))
  const lines = [
    ['Services', url, services.join(', ')],
    ...(settings.services.includes('relay') ? [['Relay', relayUrl, '']] : []),
    ...(framePort === undefined ? [] : [['Wallet', settings.frameUrl ?? '', `on port ${framePort}`]]),
    ['Data', settings.data, ''],
  ]
  for (const [name = '', value = '', more = ''] of lines)
    say(`${name.padEnd(10)}${value}   ${more}`.trimEnd())
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      data: { type: 'string' },
      only: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
      version: { type: 'boolean' },
    },
  })
  const [command, ...more] = positionals
  if ((command !== undefined && command !== 'rotate-keys') || more.length > 0)
    throw new Error(`${positionals.join(' ')} is no command. See --help.`)
  return { options: values, command }
}

/** Translates command line arguments to the environment variables of the same meaning. */
function environmentOf({ port, host, data, only }: Arguments): { readonly [variable: string]: string } {
  const given = {
    [settingsTable.port.variable]: port,
    [settingsTable.host.variable]: host,
    [settingsTable.data.variable]: data,
    [settingsTable.services.variable]: only,
  }
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

function describeSettings(): string {
  return Object.values(settingsTable)
    .map((setting) => `  ${setting.variable}\n      ${setting.meaning} Default: ${fallbackText(setting)}`)
    .join('\n')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`)
}

main().catch((error: unknown) => {
  // The operator can fix these errors; a stack trace would hide the line that says how.
  complain(error instanceof SettingsError ? error.problems.join('\n') : messageOf(error))
  process.exit(1)
})
