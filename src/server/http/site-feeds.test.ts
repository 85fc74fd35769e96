import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aGuide, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({}, { reader: true })

const changelog = `{% updates format="full" %}
{% update date="2026-10-14" tags="new,fixes" %}
## Two & more

What changed.
{% endupdate %}

{% update date="2026-09-01" %}
Earlier.
{% endupdate %}
{% endupdates %}`

test('each update is an entry in the feed of the site and in that of its page', async () => {
  const { edit, read, spaceId, basename } = await aGuide(app)
  await edit(spaceId, page('Changelog', changelog))
  const site = await read('~feed.xml')
  expect(site.text.match(/<entry>/g)).toHaveLength(5)
  expect(site.text).toContain('<title>Two &#38; more</title>')
  expect(site.text).toMatch(/<id>http[^<]*\/changelog#2026-09-01<\/id>/)

  const own = await read('changelog/~feed.xml')
  expect(own.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(own.text.match(/<entry>/g)).toHaveLength(2)
  expect(own.text).toContain('<updated>2026-10-14T00:00:00.000Z</updated><category term="new"/>')
  expect((await read('changelog/rss.xml')).text).toBe(own.text)
  expect((await read('changelog')).text).toContain(
    `<link rel="alternate" type="application/atom+xml" href="/sites/${basename}/changelog/~feed.xml">`,
  )
})

test('only public pages with updates have a feed', async () => {
  const { edit, read, spaceId, call, params } = await aGuide(app)
  await edit(spaceId, page('Changelog', changelog))
  expect((await read('install/~feed.xml')).status).toBe(404)
  expect((await read('nowhere/rss.xml')).status).toBe(404)
  expect((await read('install')).text).not.toContain('install/~feed.xml')

  await call(api.sites.update, { params, body: { visibility: 'unlisted' } })
  expect((await read('changelog/~feed.xml')).status).toBe(404)
  expect((await read('changelog')).text).not.toContain('feed.xml')
})
