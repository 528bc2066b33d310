import { defineConfig } from 'vite'

export default defineConfig({
  build: { target: 'es2022', assetsInlineLimit: 0 },
  // `npm start` in the repository serves the addresses of the services and chains.
  server: { proxy: { '/settings.json': 'http://localhost:4600' } },
})
