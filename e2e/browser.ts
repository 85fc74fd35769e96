import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/** Path of an installed Chromium; without one, Playwright uses its own. */
function installedBrowser(): string | undefined {
  return [
    process.env.LECTERN_CHROMIUM ?? '',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => path !== '' && existsSync(path))
}

const installed = installedBrowser()

/** The suggestions of the address bar are pages of their own in each window, and take longer to load than the dashboard. */
const ADDRESS_BAR_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** What Playwright turns off as well: a second list replaces the first. */
const PLAYWRIGHT_FEATURES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** How tests and benchmarks start the browser. */
export const launchOptions = {
  ...(installed === undefined ? {} : { executablePath: installed }),
  // Without a GPU, emulating one takes a sixth of the processor time.
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-quic',
    '--disable-gpu',
    // The tabs of a context share a process, and its compiled scripts.
    '--process-per-site',
    `--disable-features=${[...PLAYWRIGHT_FEATURES, ...ADDRESS_BAR_FEATURES].join(',')}`,
  ],
} satisfies LaunchOptions
