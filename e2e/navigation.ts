import type { Page } from '@playwright/test'

/** The router of the dashboard, as it exposes itself. */
export type RouterGlobal = {
  readonly __TSR_ROUTER__: {
    readonly state: { readonly status: string; readonly resolvedLocation?: { readonly href: string } }
  }
}

/**
 * Goes to another view of the dashboard that is open, which is several times as fast as loading its scripts again. The
 * view may send the person on, such as a space to its first page.
 */
export async function goToView(page: Page, path: string): Promise<void> {
  const before = await page.evaluate((to) => {
    const { href } = location
    if (location.pathname + location.search === to) return ''
    history.pushState({}, '', to)
    return href
  }, path)
  await page.waitForFunction(
    (from) => {
      const { status, resolvedLocation } = (self as unknown as RouterGlobal).__TSR_ROUTER__.state
      const isThere = status === 'idle' && location.pathname + location.search === resolvedLocation?.href
      return isThere && location.href !== from
    },
    before,
    { timeout: 30_000 },
  )
}
