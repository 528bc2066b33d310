import { join, resolve } from 'node:path'
import type { Context } from '../../shared/context.js'
import { createAwsWrapper } from './createAwsWrapper.js'
import { createFileWrapper } from './createFileWrapper.js'
import { createGoogleWrapper } from './createGoogleWrapper.js'
import { createVaultWrapper } from './createVaultWrapper.js'
import { type KeyWrapper, type RenewableWrapper, WrapperError } from './KeyWrapper.js'

/**
 * Opens the wrappers of the settings. The first one wraps; the others only open what they once wrapped, until `rotate-keys` has wrapped it
 * again with the first.
 *
 * @param directory The folder of the data, where the key file is if no setting names a wrapper.
 */
export function openWrapper(
  { settings, clock, log }: Pick<Context, 'settings' | 'clock' | 'log'>,
  directory: string,
): OpenedWrapper {
  const configured = settings.keysWrapper.length > 0 ? settings.keysWrapper : [`file:${defaultFile}`]
  const warn = (reason: string) => log.warn('keys.wrapper', { reason })
  const now = () => clock.now()
  const wrappers = configured.map((entry) => {
    const [, kind = '', address = ''] = /^(\w+):(.*)$/.exec(entry) ?? []
    if (kind === 'vault') return { kind, wrapper: createVaultWrapper(settings, address) }
    if (kind === 'aws') return { kind, wrapper: createAwsWrapper(settings, address, now) }
    if (kind === 'google') return { kind, wrapper: createGoogleWrapper(settings, address, now) }
    warn('a file beside the data wraps the keys of all wallets: whoever copies the disk has both')
    const wrapper = createFileWrapper(
      address === defaultFile ? join(directory, address) : resolve(address),
      warn,
    )
    return { kind: 'file', wrapper, renewable: wrapper }
  })
  const [first] = wrappers
  if (first === undefined) throw new WrapperError('no wrapper')
  const { wrapper } = first

  /** Several of one kind may be configured, so each of the kind is tried. */
  async function unwrap(wrapped: string): Promise<Uint8Array> {
    let failure: unknown = new WrapperError('no wrapper of the settings made this key')
    for (const { kind, wrapper } of wrappers) {
      if (!wrapped.startsWith(`${kind}:`)) continue
      try {
        return await wrapper.unwrap(wrapped)
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  return {
    wrap: wrapper.wrap,
    unwrap,
    async rewrap(wrapped) {
      const isOwn = wrappers.length === 1 && wrapped.startsWith(`${first.kind}:`)
      return isOwn ? wrapper.rewrap(wrapped) : wrapper.wrap(await unwrap(wrapped))
    },
    health: wrapper.health,
    renewable: first.renewable,
  }
}

export type OpenedWrapper = KeyWrapper & {
  /** The wrapper that makes its own keys, if it does. */
  readonly renewable: RenewableWrapper | undefined
}

const defaultFile = 'wrapper.key'
