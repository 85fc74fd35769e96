import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { dashboardChunks } from './src/bootstrap/dashboard-chunks.ts'
import { operationTables } from './src/bootstrap/direct-imports.ts'
import { firstPaint } from './src/bootstrap/first-paint.ts'
import { icons } from './src/bootstrap/icons.ts'

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

export default defineConfig({
  plugins: [router, operationTables(), icons(), firstPaint(), react()],
  build: {
    outDir: 'dist/dashboard',
    // Every supported browser preloads modules.
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        // The first chunk lists the files of all views: names would be 1 KB of what the first view loads.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: dashboardChunks() }] },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(served.map((path) => [path, { target: service, ws: path === '/v1' }])),
  },
})
