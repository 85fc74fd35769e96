import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aGuide, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { collectGarbage } from '#testing/garbage.ts'
import { siteStates } from './state.ts'
import { viewOf } from './view.ts'
import { siteUrls } from './visit.ts'

const app = useTestApp()

/** The current view of the only space of a site, as every request gets it. */
async function viewNow(basename: string) {
  const { db, urls } = app.service
  const state = await siteStates(db)({ basename })
  const [siteSpace] = state?.shape.structure.siteSpaces ?? []
  if (state === null || siteSpace === undefined) throw new Error('The site shows no space')
  return viewOf({ db, state, urls: siteUrls(urls) }, siteSpace)
}

test('a view is made once, and again after each change of the content or the site', async () => {
  const { basename, spaceId, edit, params, call } = await aGuide(app)
  const first = await viewNow(basename)
  expect(await viewNow(basename)).toBe(first)
  await edit(spaceId, page('Repair', 'Pull it.'))
  const second = await viewNow(basename)
  expect(second.order.map(({ entry }) => entry.title)).toContain('Repair')
  await call(api.sites.update, { params, body: { title: 'Handbook' } })
  expect(await viewNow(basename)).not.toBe(second)
})

test('views of a former state of the site do not stay in memory', async () => {
  const { basename, params, call } = await aGuide(app)
  const former = new WeakRef(await viewNow(basename))
  await call(api.sites.update, { params, body: { title: 'Handbook' } })
  const now = await viewNow(basename)
  await collectGarbage()
  expect(former.deref()).toBeUndefined()
  expect(await viewNow(basename)).toBe(now)
})
