import type { BrowserContext, Page } from '@playwright/test'
import { payloads } from './fixtures/payloads.ts'
import { expect } from './fixtures.ts'

declare global {
  interface Window {
    /** Reports a violation of the content security policy to the test. */
    reportViolation: (what: string) => void
  }
}

/** What must not happen in a browser. */
export type Incidents = {
  readonly ran: string[]
  readonly foreignRequests: Set<string>
  readonly violations: string[]
}

/** Records scripts that run, requests to other origins and policy violations in the pages of a browser. */
export async function recordIncidents(context: BrowserContext, baseUrl: string): Promise<Incidents> {
  const incidents: Incidents = { ran: [], foreignRequests: new Set(), violations: [] }
  await context.exposeFunction(
    'hit',
    (number: number) => void incidents.ran.push(`${number}: ${payloads[number]?.text}`),
  )
  await context.exposeFunction('reportViolation', (what: string) => void incidents.violations.push(what))
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) => {
      // A library of the dashboard checks once whether eval is allowed, and works without it.
      if (event.blockedURI === 'eval') return
      window.reportViolation(
        `${event.effectiveDirective} ${event.blockedURI} ${event.sample} on ${location.href}`,
      )
    }),
  )
  context.on('dialog', (dialog) => {
    incidents.ran.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(baseUrl).origin)
      incidents.foreignRequests.add(request.url())
  })
  return incidents
}

/** Proves that the recording works: a script and a foreign image are recorded. */
export async function expectRecording(page: Page, { ran, foreignRequests }: Incidents): Promise<void> {
  await page.setContent(
    '<img src=x onerror=hit(0)><a href="javascript:hit(1)">x</a><img src="https://evil.example/x">',
  )
  expect(await activeElements(page)).toHaveLength(2)
  await expect.poll(() => ran.length + foreignRequests.size).toBeGreaterThanOrEqual(2)
  ran.length = 0
  foreignRequests.clear()
}

/** Proves that violations of the policy are recorded, on a page that has one. */
export async function expectViolationsRecorded(page: Page, { violations }: Incidents): Promise<void> {
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'hit(0)'
    document.body.append(script)
  })
  await expect.poll(() => violations.length).toBe(1)
  violations.length = 0
}

/** Fires events on all elements like a reader would, and returns elements that could run scripts. */
export const activeElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const active = ['base', 'meta', 'object', 'embed', 'applet', 'frame', 'marquee', 'template', 'math']
    const addresses = ['href', 'src', 'action', 'formaction', 'xlink:href']
    addresses.push('data', 'background', 'poster', 'values', 'to')
    // Browsers ignore whitespace and control characters in URL schemes.
    const isScript = (value: string) => {
      const visible = [...value].filter((character) => character > ' ').join('')
      return /^(javascript|vbscript|view-source|data:(?!image\/(png|gif|jpeg|webp)))/i.test(visible)
    }
    const canRun = ({ name, value }: Attr) =>
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
      .filter(
        (element) =>
          active.includes(element.localName) || isForeign(element) || [...element.attributes].some(canRun),
      )
      .map(({ localName, outerHTML }) => `${localName} ${outerHTML.slice(0, 120)}`)
  })
