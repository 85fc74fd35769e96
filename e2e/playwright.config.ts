import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { installedBrowser } from './browser.ts'

const installed = installedBrowser()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: resolve(import.meta.dirname, '../test-results'),
  globalSetup: './server.ts',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // A slow machine may miss a moment once; what needed a second run is listed as flaky.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : 'line',
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    screenshot: 'off',
    launchOptions: {
      ...(installed === undefined ? {} : { executablePath: installed }),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-quic'],
    },
  },
})
