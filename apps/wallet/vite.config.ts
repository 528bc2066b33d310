import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production', 'import', 'default'] },
  build: { target: 'es2022', assetsInlineLimit: 0 },
})
