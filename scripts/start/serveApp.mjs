import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { host } from './ports.mjs'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/**
 * Serves a built page and its settings, under a policy that allows only what the page needs.
 *
 * @param {{ folder: string, port: number, settings: unknown, connect?: readonly string[], frames?: readonly string[], policy?: string }} options
 *   `folder`: the app's; `connect`: the origins that the page may call; `frames`: those that it may show in frames; `policy`: replaces the usual policy.
 * @returns {Promise<() => Promise<void>>} Stops the server.
 */
export function serveApp({
  folder,
  port,
  settings,
  connect = [],
  frames = [],
  policy = strictPolicy(connect, frames),
}) {
  const headers = {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  }

  const built = join(folder, 'dist')
  const server = createServer((request, response) => {
    const path = pathOf(request.url ?? '/')
    if (path === undefined) {
      response.writeHead(400, headers)
      return response.end()
    }
    if (path === '/settings.json') {
      response.writeHead(200, { ...headers, 'content-type': types['.json'], 'cache-control': 'no-store' })
      return response.end(JSON.stringify(settings))
    }
    const wanted = join(built, normalize(path))
    const isFile = wanted.startsWith(`${built}${sep}`) && existsSync(wanted) && statSync(wanted).isFile()
    // Every path without a file returns the page.
    if (!isFile && (extname(path) !== '' || !existsSync(join(built, 'index.html')))) {
      response.writeHead(404, headers)
      return response.end()
    }
    const file = isFile ? wanted : join(built, 'index.html')
    const isHashed = path.startsWith('/assets/')
    response.writeHead(200, {
      ...headers,
      'content-type': types[/** @type {keyof typeof types} */ (extname(file))] ?? 'application/octet-stream',
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response)
  })

  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      resolve(
        () =>
          new Promise((done) => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      )
    })
  })
}

/** Decodes a request's path; returns `undefined` if it is malformed. @param {string} url */
function pathOf(url) {
  try {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname)
    return path.includes('\0') ? undefined : path
  } catch {
    return undefined
  }
}

/** @param {readonly string[]} connect @param {readonly string[]} frames */
function strictPolicy(connect, frames) {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src 'self' ${connect.join(' ')}`,
    `frame-src ${frames.length === 0 ? "'none'" : frames.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
