import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({}, { reader: true })

/** What a page tells machines of itself. */
async function aGuide() {
  const site = await aPublishedSite(app, 'Guide')
  const { items } = await site.call(api.siteSpaces.list, { params: site.params })
  return { ...site, spaceId: items[0]?.space?.id ?? '' }
}

test('robots.txt allows sites and disallows the rest of the service', async () => {
  const { status, text } = await app.send({ method: 'GET', url: '/robots.txt' })
  expect(status).toBe(200)
  expect(text).toContain('Allow: /sites/\n')
  expect(text).toMatch(/Disallow: \/\n$/)
})

test('a page without a description is described by its first words', async () => {
  const { read, edit, spaceId } = await aGuide()
  await edit(
    spaceId,
    page('Short', 'Begin.'),
    page('Described', 'Because a harbour without cranes is none.', { description: 'How it gets in.' }),
    page('Long', '## Why\n\nBecause a harbour without cranes is none.\n'),
  )
  expect((await read('described')).text).toContain('<meta name="description" content="How it gets in.">')
  expect((await read('')).text).not.toContain('name="description"')
  expect((await read('long')).text).toContain('content="Because a harbour without cranes is none."')
})
