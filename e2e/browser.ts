import { existsSync } from 'node:fs'

/** Path of an installed Chromium; without one, Playwright uses its own. */
export function installedBrowser(): string | undefined {
  return [
    process.env.LECTERN_CHROMIUM ?? '',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => path !== '' && existsSync(path))
}
