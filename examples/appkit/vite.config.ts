import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  // Where the services and chains are: `npm start` in the repository runs them, and says so.
  server: { proxy: { '/settings.json': 'http://localhost:4600' } },
})
