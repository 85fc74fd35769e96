import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { dashboardChunks } from './src/bootstrap/dashboard-chunks.ts'
import { directIcons, operationTables } from './src/bootstrap/direct-imports.ts'
import { firstPaint } from './src/bootstrap/first-paint.ts'

/** Where the service listens while `npm run dev` runs. */
const service = `http://127.0.0.1:${process.env.PORT ?? '4400'}`
const served = ['/v1', '/auth', '/sso', '/files', '/sites', '/proxied', '/reader', '/healthz', '/readyz']

const router = tanstackRouter({
  target: 'react',
  autoCodeSplitting: true,
  // A loader comes with its view: those of all other routes are not in the first load.
  codeSplittingOptions: { defaultBehavior: [['loader', 'component', 'errorComponent', 'notFoundComponent']] },
  routesDirectory: 'src/dashboard/routes',
  generatedRouteTree: 'src/dashboard/route-tree.gen.ts',
  quoteStyle: 'single',
  semicolons: false,
})

/** Tests of functions, without a database, a folder or a document. They share processes, whose starts would take longer. */
const pure = ['src/{contract,markup}/**/*.test.ts', 'src/dashboard/features/!(editor)/**/*.test.ts']

/** Tests of operations, each file on a database of its own. They share processes too: a start loads the whole service. */
const domain = ['src/server/domain/**/*.test.ts']

const limits = {
  pool: 'forks',
  maxWorkers: process.env.VITEST_MAX_WORKERS ?? '100%',
  // For a machine that is busy with something else, too.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
} as const

export default defineConfig({
  plugins: [process.env.VITEST ? [] : [router, operationTables(), directIcons(), firstPaint()], react()],
  build: {
    outDir: 'dist/dashboard',
    // Every supported browser preloads modules.
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: dashboardChunks() }] },
      },
    },
  },
  server: { proxy: Object.fromEntries(served.map((path) => [path, { target: service }])) },
  test: {
    projects: [
      {
        test: {
          ...limits,
          name: 'service',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...pure, ...domain],
          globalSetup: 'src/testing/global-setup.ts',
        },
      },
      {
        test: {
          ...limits,
          name: 'domain',
          include: domain,
          globalSetup: 'src/testing/global-setup.ts',
          isolate: false,
          // After the others, because a process is only used again for files of the same project.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...limits,
          name: 'pure',
          include: pure,
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
