import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Where the service listens while `npm run dev` runs. */
const service = `http://127.0.0.1:${process.env.PORT ?? '4400'}`
const served = ['/v1', '/auth', '/files', '/sites', '/proxied', '/reader', '/healthz', '/readyz']

const router = tanstackRouter({
  target: 'react',
  autoCodeSplitting: true,
  routesDirectory: 'src/dashboard/routes',
  generatedRouteTree: 'src/dashboard/route-tree.gen.ts',
  quoteStyle: 'single',
  semicolons: false,
})

export default defineConfig({
  plugins: [process.env.VITEST ? [] : router, react()],
  build: { outDir: 'dist/dashboard', emptyOutDir: true },
  server: { proxy: Object.fromEntries(served.map((path) => [path, { target: service }])) },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    globalSetup: 'src/testing/global-setup.ts',
    pool: 'forks',
    maxWorkers: process.env.VITEST_MAX_WORKERS ?? '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As in the browser: a slow machine may miss a moment once. What needed a second try is told at the end.
  },
})
