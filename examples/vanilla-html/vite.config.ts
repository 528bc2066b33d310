import { defineConfig } from 'vite'

export default defineConfig({
  build: { target: 'es2022', assetsInlineLimit: 0 },
  // Where the services and chains are: `npm start` in the repository runs them, and says so.
  server: { proxy: { '/settings.json': 'http://localhost:4600' } },
})
