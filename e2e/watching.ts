import type { BrowserContext, Page } from '@playwright/test'
import { payloads } from './fixtures/payloads.ts'
import { expect } from './fixtures.ts'

declare global {
  interface Window {
    /** Tells the test what the policy of the page refused. */
    refusedByPolicy: (what: string) => void
  }
}

/** What happened in a browser that must not happen. */
export type Noted = { readonly ran: string[]; readonly outside: Set<string>; readonly refused: string[] }

/** Notes from now on what runs, loads from elsewhere or is refused in the pages of a browser. */
export async function watch(context: BrowserContext, baseUrl: string): Promise<Noted> {
  const noted: Noted = { ran: [], outside: new Set(), refused: [] }
  await context.exposeFunction(
    'hit',
    (number: number) => void noted.ran.push(`${number}: ${payloads[number]?.text}`),
  )
  await context.exposeFunction('refusedByPolicy', (what: string) => void noted.refused.push(what))
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) => {
      // A library of the dashboard's own tries once whether it may make functions from text, and does without.
      if (event.blockedURI === 'eval') return
      window.refusedByPolicy(
        `${event.effectiveDirective} ${event.blockedURI} ${event.sample} on ${location.href}`,
      )
    }),
  )
  context.on('dialog', (dialog) => {
    noted.ran.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(baseUrl).origin) noted.outside.add(request.url())
  })
  return noted
}

/** What runs and what loads from elsewhere is noticed: otherwise silence would say nothing. */
export async function expectNoticed(page: Page, { ran, outside }: Noted): Promise<void> {
  await page.setContent(
    '<img src=x onerror=hit(0)><a href="javascript:hit(1)">x</a><img src="https://evil.example/x">',
  )
  expect(await suspects(page)).toHaveLength(2)
  await expect.poll(() => ran.length + outside.size).toBeGreaterThanOrEqual(2)
  ran.length = 0
  outside.clear()
}

/** Touches everything as a reader might, and tells what in the document could run. */
export const suspects = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const active = ['base', 'meta', 'object', 'embed', 'applet', 'frame', 'marquee', 'template', 'math']
    const addresses = ['href', 'src', 'action', 'formaction', 'xlink:href']
    addresses.push('data', 'background', 'poster', 'values', 'to')
    // Browsers pass over blanks and control characters here.
    const isScript = (value: string) => {
      const read = [...value].filter((sign) => sign > ' ').join('')
      return /^(javascript|vbscript|view-source|data:(?!image\/(png|gif|jpeg|webp)))/i.test(read)
    }
    const mayRun = ({ name, value }: Attr) =>
      /^(on.*|srcdoc|autofocus)$/i.test(name) ||
      (addresses.includes(name) && isScript(value)) ||
      (name === 'style' && /url\(|expression\(/i.test(value))
    const isForeign = (element: Element) =>
      element instanceof HTMLScriptElement && !element.src.startsWith(location.origin)
    const touch = (element: Element) => {
      for (const type of ['mouseover', 'focus', 'toggle', 'animationstart'])
        element.dispatchEvent(new Event(type))
      if (element instanceof HTMLAnchorElement && isScript(element.href)) element.click()
    }
    const all = [...document.body.querySelectorAll('*')]
    for (const element of all) if (element.closest('main') !== null) touch(element)
    return all
      .filter((one) => active.includes(one.localName) || isForeign(one) || [...one.attributes].some(mayRun))
      .map(({ localName, outerHTML }) => `${localName} ${outerHTML.slice(0, 120)}`)
  })
