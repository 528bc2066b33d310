import { defineConfig } from 'vitest/config'
import config from './vitest.config.js'

const projects = (config.test?.projects ?? []) as { test: { name: string } }[]
const unit = projects.find(({ test }) => test.name === 'unit')

export default defineConfig({ ...unit, test: { ...unit?.test, setupFiles: ['scripts/coverage/record.mjs'] } })
