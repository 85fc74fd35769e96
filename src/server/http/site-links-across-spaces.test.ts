import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({}, { reader: true })

test('a link to a page of another space goes to the page on the site, also after it is renamed', async () => {
  const site = await aPublishedSite(app, 'Guide')
  const { call, params, edit, read } = site
  const { organizationId } = params
  const { items } = await call(api.siteSpaces.list, { params })
  const hardware = await site.aSiteSpace('Hardware')
  const ids = await edit(
    hardware.spaceId,
    page('First', 'Start here.'),
    page('Terminal', '## By hand\n\nTurn it.'),
  )
  const found = await call(api.search.organization, {
    params: { organizationId },
    query: { query: 'terminal' },
  })
  const url = found.items[0]?.pages[0]?.urls.app ?? ''
  const text = `See [the terminal](${url}) and [how](${url}#at-by-hand).`
  await edit(items[0]?.space.id ?? '', page('Home', 'Begin here.'), page('Wiring', text))

  const before = (await read('wiring')).text
  expect(before).toMatch(/href="[^"]*hardware\/terminal"[^>]*>the terminal/)
  expect(before).toMatch(/href="[^"]*#by-hand"[^>]*>how/)
  await edit(hardware.spaceId, { operation: 'update_page', page: ids.Terminal ?? '', slug: 'block' })
  const after = (await read('wiring')).text
  expect(after).toMatch(/href="[^"]*hardware\/block"[^>]*>the terminal/)
  expect(after).not.toContain(url)
})
