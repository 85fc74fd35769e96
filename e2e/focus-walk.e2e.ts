import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { api } from '#contract/api.ts'
import { type Call, expect, type Seed, test } from './fixtures.ts'
import type { RouterGlobal } from './navigation.ts'

// Walks every route of the dashboard, opens what opens something, and closes it with Escape. Focus on `body` means that
// the next key does nothing and that screen readers start over.

const routeTree = readFileSync(resolve(import.meta.dirname, '../src/dashboard/route-tree.gen.ts'), 'utf8')

/** The path of every route, as the router generates them: a new route is walked without a change here. */
const routes = [
  ...new Set(
    [...routeTree.matchAll(/fullPath: '([^']+)'/g)].map(([, path = '']) => path.replace(/(.)\/$/, '$1')),
  ),
].toSorted()

/** Routes that send someone who is signed in elsewhere. */
const ELSEWHERE = new Set(['/', '/sign-in', '/setup', '/forgot-password'])

/** One object for every parameter of a route. */
async function anObjectPerParameter(callApi: Call, seed: Seed): Promise<Record<string, string>> {
  const { organizationId } = seed
  const params = { organizationId }
  const spaceId = await seed.space('Guide', ['Wiring', 'Tools'])
  const [page] = (await callApi(api.spaceContent.pages, { params: { spaceId } })).pages
  const { id: reusableContentId } = await callApi(api.spaceContent.createReusableContent, {
    params: { spaceId },
    body: { title: 'Notice', document: { markdown: 'Mind the wires.' } },
  })
  const request = await callApi(api.changeRequests.create, {
    params: { spaceId },
    body: { subject: 'Better wires' },
  })
  const changeRequest = { spaceId, changeRequestId: request.id }
  await callApi(api.changeRequestContent.edit, {
    params: changeRequest,
    body: {
      changes: [{ operation: 'update_page', page: page?.id ?? '', document: { markdown: 'Better wires.' } }],
    },
  })
  const body = { body: { markdown: 'Which ones?' }, page: page?.id ?? '' }
  await callApi(api.spaceComments.create, { params: { spaceId }, body })
  await callApi(api.changeRequestComments.create, { params: changeRequest, body })
  const collectionId = await seed.collection('Products')
  const siteId = await seed.site('Docs', ['One', 'Two'])
  const [userId = ''] = await seed.members('edit', 'ada', 'ben')
  const { id: teamId } = await callApi(api.teams.create, { params, body: { title: 'Writers' } })
  const source = { text: 'openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths: {}\n' }
  await callApi(api.openapiSpecs.put, { params: { organizationId, specSlug: 'pets' }, body: { source } })
  const { id: webhookId } = await callApi(api.webhooks.create, {
    params,
    body: { url: 'https://hooks.example.org/lectern', events: ['site.published'] },
  })
  return {
    orgId: organizationId,
    spaceId,
    pageId: page?.id ?? '',
    reusableContentId,
    number: String(request.number),
    collectionId,
    siteId,
    userId,
    teamId,
    specSlug: 'pets',
    webhookId,
    inviteId: 'no-such-invite',
    link: 'no-such-link',
  }
}

/** The paths of a route: with its optional part, such as `/{-$id}`, and without it. */
const pathsOf = (route: string, values: Readonly<Record<string, string>>): string[] => {
  const optional = /\/\{-(\$\w+)\}/
  const paths = optional.test(route) ? [route.replace(optional, ''), route.replace(optional, '/$1')] : [route]
  return paths.map((path) => withParameters(path, values))
}

const withParameters = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(/\$(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`Create an object for the parameter ${name} of ${path}`)
    return value
  })

/** What is walked in one view, inside the page: hundreds of steps would be slow from outside. */
type View = { readonly name: string; readonly path: string }
type Report = { readonly opened: number; readonly problems: readonly string[] }

/** Goes to a view without loading the page again, opens what opens something, and closes it with Escape. */
async function walkView({ name, path }: View): Promise<Report> {
  const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"]'
  /** Buttons that open a dialog, by their words. */
  const OPENERS = /^(New|Add|Invite|Create|Import|Paste|Schedule|Filter|Move|Rename|Edit|Change)\b|…$/
  const CREATING = /^(New|Add|Invite|Create)\b/
  const problems: string[] = []
  let opened = 0

  const frames = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
    })
  const until = async (isMet: () => boolean, timeout: number): Promise<boolean> => {
    const end = performance.now() + timeout
    while (!isMet()) {
      if (performance.now() > end) return false
      await frames()
    }
    return true
  }
  const overlay = () => document.querySelector<HTMLElement>(OVERLAY)
  const isFocused = () => document.activeElement !== null && document.activeElement !== document.body
  const expectFocus = async (after: string) => {
    await frames()
    if (!(await until(isFocused, 5000))) problems.push(`${name}: no focus after ${after}`)
  }
  const isThere = () => {
    const { __TSR_ROUTER__: router } = self as unknown as RouterGlobal
    return router.state.status === 'idle' && document.querySelector('h1') !== null
  }
  const isLoaded = () => document.querySelector('[role="status"][aria-label="Loading"]') === null
  const goTo = async () => {
    if (location.pathname + location.search !== path) history.pushState({}, '', path)
    await frames()
    if (!(await until(isThere, 20_000))) problems.push(`${name}: it does not load`)
    await frames()
  }
  const nameOf = (button: HTMLElement) =>
    (button.getAttribute('aria-label') ?? button.textContent ?? '').replace(/\s+/g, ' ').trim()
  const isMenu = (button: HTMLElement) => button.getAttribute('aria-haspopup') === 'menu'
  const buttons = () =>
    [...document.querySelectorAll<HTMLElement>('main button')].filter(
      (button) =>
        (isMenu(button) || OPENERS.test(nameOf(button))) &&
        button.checkVisibility({ visibilityProperty: true }) &&
        button.offsetWidth > 0 &&
        // Drags a row.
        !button.classList.contains('grip') &&
        !button.matches(':disabled, [aria-disabled="true"]'),
    )
  const press = (key: string) =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }),
    )
  /** Submits the form of a dialog as it is. If it is refused, its first invalid field has the focus. */
  const submit = async (what: string): Promise<boolean> => {
    const form = document.querySelector<HTMLFormElement>('[role="dialog"] form')
    if (!form) return false
    form.requestSubmit()
    const invalid = () => document.querySelector('[role="dialog"] [aria-invalid="true"]')
    await until(() => invalid() !== null || overlay() === null, 3000)
    if (invalid() === null) return true
    if (!(await until(() => document.activeElement === invalid(), 5000)))
      problems.push(`${name}: the first invalid field of ${what} has no focus`)
    return false
  }
  const closeAll = async (what: string) => {
    for (let layer = 0; layer < 5 && overlay() !== null; layer++) {
      const leave = [...document.querySelectorAll<HTMLElement>('[role="alertdialog"] button')].find(
        (button) => /without saving/.test(nameOf(button)),
      )
      if (leave) leave.click()
      else press('Escape')
      const before = document.querySelectorAll(OVERLAY).length
      await until(() => document.querySelectorAll(OVERLAY).length !== before, 500)
      await frames()
    }
    if (overlay() === null) return
    problems.push(`${name}: Escape does not close ${what}`)
  }
  const openAndClose = async (button: HTMLElement) => {
    const what = `“${nameOf(button)}”`
    const isCreating = CREATING.test(nameOf(button))
    button.focus()
    button.click()
    if (!(await until(() => overlay() !== null, isMenu(button) ? 3000 : 300))) {
      await expectFocus(`pressing ${what}`)
      // A field in place of a title.
      press('Escape')
      return expectFocus(`Escape after pressing ${what}`)
    }
    opened += 1
    await expectFocus(`opening ${what}`)
    const isSubmitted = isCreating && (await submit(what))
    await closeAll(what)
    await expectFocus(`closing ${what}`)
    const isBack = () => !button.isConnected || document.activeElement === button
    if (!isSubmitted && !(await until(isBack, 2000)))
      problems.push(`${name}: closing ${what} does not return the focus to it`)
  }

  await goTo()
  await expectFocus('going there')
  // What is below the fold may load only when it is scrolled to.
  await until(isLoaded, 2000)
  const seen = new Set<string>()
  for (;;) {
    // Of rows alike only the first.
    const kindOf = (button: HTMLElement) => nameOf(button).replace(/^Actions for .*/, 'Actions')
    const next = buttons().find((button) => !seen.has(kindOf(button)))
    if (!next) return { opened, problems }
    seen.add(kindOf(next))
    await openAndClose(next)
    await goTo()
  }
}

const isChangeRequest = (path: string): boolean => path.startsWith('/s/$spaceId/changes/')
const isSite = (path: string): boolean => path.startsWith('/o/$orgId/sites')

for (const [part, isPart] of [
  ['organizations', (path: string) => !path.startsWith('/s/') && !isSite(path)],
  ['sites', isSite],
  ['spaces', (path: string) => path.startsWith('/s/') && !isChangeRequest(path)],
  ['change requests', isChangeRequest],
] as const)
  test(`in ${part}, no view and nothing that opens in one leaves the focus on the body`, async ({
    page,
    seed,
    callApi,
    signInAs,
  }) => {
    test.setTimeout(300_000)
    expect(routes.length).toBeGreaterThan(60)
    const values = await anObjectPerParameter(callApi, seed)
    await signInAs('admin')
    await page.goto(`/o/${seed.organizationId}/library`)
    await expect(page.getByRole('row').first()).toBeVisible()
    // The focus of a page that was just loaded is up to the browser.
    await page.waitForFunction(() => {
      const { __TSR_ROUTER__: router } = self as unknown as RouterGlobal
      return router.state.resolvedLocation !== undefined
    })
    const problems: string[] = []
    let opened = 0
    for (const name of routes.filter((path) => !ELSEWHERE.has(path) && isPart(path))) {
      for (const path of pathsOf(name, values)) {
        const report = await page.evaluate(walkView, { name, path })
        problems.push(...report.problems)
        opened += report.opened
      }
    }
    expect(problems).toEqual([])
    expect(opened).toBeGreaterThan(3)
  })
