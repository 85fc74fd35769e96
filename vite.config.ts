import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { operationTable } from './src/bootstrap/operation-table.ts'

/** Where the service listens while `npm run dev` runs. */
const service = `http://127.0.0.1:${process.env.PORT ?? '4400'}`
const served = ['/v1', '/auth', '/sso', '/files', '/sites', '/proxied', '/reader', '/healthz', '/readyz']

const router = tanstackRouter({
  target: 'react',
  autoCodeSplitting: true,
  routesDirectory: 'src/dashboard/routes',
  generatedRouteTree: 'src/dashboard/route-tree.gen.ts',
  quoteStyle: 'single',
  semicolons: false,
})

/**
 * What most views need comes in three files instead of a hundred: fewer requests, and large files compress better.
 * What only a few views share stays in chunks of its own, so that no view loads much that it does not use.
 */
const sharedChunks = [
  {
    name: 'vendor',
    test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|@radix-ui|@floating-ui|zod|react-hook-form|@hookform|clsx|@dnd-kit)[\\/]/,
    minShareCount: 12,
  },
  { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 3 },
  {
    name: 'shared',
    test: /src[\\/](dashboard[\\/](components|hooks|lib|data|styles)|contract)[\\/]/,
    minShareCount: 12,
  },
]

export default defineConfig({
  plugins: [process.env.VITEST ? [] : [router, operationTable()], react()],
  build: {
    outDir: 'dist/dashboard',
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } },
  },
  server: { proxy: Object.fromEntries(served.map((path) => [path, { target: service }])) },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    globalSetup: 'src/testing/global-setup.ts',
    pool: 'forks',
    maxWorkers: process.env.VITEST_MAX_WORKERS ?? '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
