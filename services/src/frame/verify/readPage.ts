import { splitPage } from '../readSite.js'

/** A page of the wallet's site as it was served, taken apart. */
export type ServedPage = {
  /** The page without the project's settings, as the build wrote it. */
  readonly html: string
  /** The settings; `undefined` if they are not where they belong, or are none. */
  readonly settings: { readonly projectId: string; readonly approve: 'frame' | 'window' } | undefined
  /** The sources of `script-src` for what is between its tags. */
  readonly inline: readonly string[]
  /** All that the page names: in its import map, and in the attributes of its elements. */
  readonly names: readonly string[]
}

/** Reads a page. Only one element may differ from the release: the settings, right behind `<head>`. */
export function readPage(served: string): ServedPage {
  const match = /^([\s\S]*?<head[^>]*>)<meta name="latchkey-settings" content="([^"<>]*)">([\s\S]*)$/.exec(
    served,
  )
  const html = match === null ? served : `${match[1]}${match[3]}`
  const attributes = [...html.matchAll(/\s(?:src|href|action|data|srcset)\s*=\s*["']?([^"'\s>]+)/gi)]
  const inline = /<head/.test(html) ? splitPage(html, 'the page').inline : []
  return {
    ...{ html, inline, settings: readSettings(match?.[2]) },
    names: [...new Set([...attributes.map(([, name = '']) => name), ...mapOf(html)])].filter(
      (name) => !name.startsWith('data:'),
    ),
  }
}

function readSettings(content: string | undefined): ServedPage['settings'] {
  const json = content?.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  const value = parse(json ?? '')
  if (!isRecord(value) || typeof value.projectId !== 'string') return undefined
  const { projectId, approve } = value
  return approve === 'frame' || approve === 'window' ? { projectId, approve } : undefined
}

/** The scripts that an import map names. */
function mapOf(html: string): readonly string[] {
  const maps = [...html.matchAll(/<script type="importmap">([^<]*)<\/script>/g)]
  return maps.flatMap(([, json = '']) => {
    const map = parse(json)
    return isRecord(map) && isRecord(map.integrity) ? Object.keys(map.integrity) : []
  })
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // What is no JSON has neither settings nor scripts; the page then differs from the release.
    return undefined
  }
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
