import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { installedBrowser } from './browser.ts'

const installed = installedBrowser()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: resolve(import.meta.dirname, '../test-results'),
  workers: 2,
  // Tests are independent, so both workers are busy until the last one.
  fullyParallel: true,
  forbidOnly: true,
  // A test that passes only on the second try is reported as flaky at the end, and then fixed.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : 'line',
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    // A new context has a new process, which would compile the scripts of the dashboard again: most of the time of a test.
    reuseContext: true,
    // Without animations, nothing waits for an element to stop moving.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'off',
    launchOptions: {
      ...(installed === undefined ? {} : { executablePath: installed }),
      // Without a GPU, emulating one takes a sixth of the processor time.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-quic',
        '--disable-gpu',
        // The tabs of a context share a process, and its compiled scripts.
        '--process-per-site',
      ],
    },
  },
})
