const page = `<!doctype html>
<html lang="en">
  <title>Wallet</title>
  <script type="module" src="/packages/latchkey/src/testing/frame/testFramePage.ts"></script>
  <body></body>
</html>`

/**
 * Serves the wallet's site of component tests (`packages/latchkey/src/testing/frame`), which the tests embed from another
 * origin: `frame.localhost`, at the tests' own server.
 *
 * @returns {import('vite').Plugin}
 */
export function testFramePages() {
  return {
    name: 'test-frame-pages',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const isSite = request.headers.host?.startsWith('frame.localhost:')
        if (!isSite || !request.url?.startsWith('/f/')) return next()
        response.setHeader('content-type', 'text/html')
        response.end(page)
      })
    },
  }
}
