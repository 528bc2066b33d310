import { createHash } from 'node:crypto'

/**
 * The HTML of a surface. Every script is named with its hash, in an import map: the policy of the site demands one (Integrity-Policy), also for the
 * parts that load later. The server writes a `meta` with the settings of a project after `<head>`.
 *
 * @param {readonly (readonly [string, Uint8Array])[]} scripts
 * @param {'./' | '../'} base The way from the page to the scripts.
 */
export function pageOf(scripts, base) {
  const integrity = Object.fromEntries(
    scripts
      .filter(([name]) => name !== 'worker.js')
      .map(([name, contents]) => [`${base}${name}`, sumOf(contents)]),
  )
  return Buffer.from(
    [
      '<!doctype html>',
      '<html lang="en">',
      '<head>',
      '<meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
      '<meta name="robots" content="noindex">',
      '<link rel="icon" href="data:,">',
      '<title>Wallet</title>',
      `<script type="importmap">${JSON.stringify({ integrity })}</script>`,
      `<script type="module" src="${base}page.js" integrity="${integrity[`${base}page.js`]}"></script>`,
      '</head>',
      '<body></body>',
      '</html>',
      '',
    ].join('\n'),
  )
}

/** @param {Uint8Array} contents */
function sumOf(contents) {
  return `sha384-${createHash('sha384').update(contents).digest('base64')}`
}
