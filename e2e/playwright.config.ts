import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { launchOptions } from './browser.ts'

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
      ...launchOptions,
      // The page of a test lives for seconds: optimizing its scripts takes longer than it saves.
      args: [...launchOptions.args, '--js-flags=--no-opt --no-maglev'],
    },
  },
})
