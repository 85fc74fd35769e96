import { existsSync } from 'node:fs'

/** The Chromium of this machine; undefined where there is none, and Playwright looks for its own. */
export function installedBrowser(): string | undefined {
  return [
    process.env.LECTERN_CHROMIUM ?? '',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => path !== '' && existsSync(path))
}
