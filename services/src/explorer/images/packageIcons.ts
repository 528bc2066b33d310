import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Image, svgImage } from './Image.js'
import { legible } from './legible.js'

const kinds = ['wallets', 'exchanges', 'networks', 'tokens'] as const

/** A picture of the icon package: `wallets/metamask`, `tokens/USDC`. */
export type IconName = `${(typeof kinds)[number]}/${string}`

export type PackageIcons = {
  /** Every icon name in the package. */
  readonly names: ReadonlySet<string>
  /** Reads the picture when it is first requested. Throws for a name that is not in {@link PackageIcons.names}. */
  get(name: IconName): Promise<Image>
}

const suffix = '.svg.js'

/**
 * Reads the icons of `@web3icons/core` (MIT): brand marks on a square of their own colour, which suit any rounding and
 * both colour schemes.
 *
 * Only names found in the package's folders are turned into a path, so no request can reach another file.
 */
export function createPackageIcons(): PackageIcons {
  const root = iconFolder()
  const names = new Set(
    kinds.flatMap((kind) =>
      readdirSync(join(root, kind, 'background'))
        .filter((file) => file.endsWith(suffix))
        .map((file) => `${kind}/${file.slice(0, -suffix.length)}`),
    ),
  )
  const images = new Map<string, Promise<Image>>()
  return {
    names,
    get(name) {
      const known = images.get(name)
      if (known !== undefined) return known
      if (!names.has(name)) return Promise.reject(new Error(`@web3icons/core has no icon "${name}"`))
      const image = load(root, name)
      images.set(name, image)
      return image
    },
  }
}

async function load(root: string, name: string): Promise<Image> {
  const [kind = '', file = ''] = name.split('/')
  // The package ships each SVG as a module with the text as its default export.
  const url = pathToFileURL(join(root, kind, 'background', `${file}${suffix}`)).href
  const module: { readonly default?: unknown } = await import(/* @vite-ignore */ url)
  if (typeof module.default !== 'string') throw new Error(`${url} holds no SVG`)
  return svgImage(legible(module.default), url)
}

function iconFolder(): string {
  const { resolve } = createRequire(import.meta.url)
  return dirname(dirname(dirname(resolve(`@web3icons/core/svgs/wallets/background/metamask${suffix}`))))
}
