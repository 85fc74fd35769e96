import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aGuide, type page as newPage, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { commit } from '../content/commit.ts'

const app = useTestApp({}, { reader: true })

const code = (expression: string) => `<code class="expression">${expression}</code>`
const update = (variables: Readonly<Record<string, string | number | boolean | null>>) =>
  ({ operation: 'update_variables', variables }) as const

const text = `## In ${code('space.vars.version')}

Release ${code('space.vars.version')} of ${code('page.vars.product')} for ${code('visitor.claims.unsigned.name || "all"')}.

Gone: [${code('space.vars.missing')}] and \`${code('space.vars.version')}\`.

{% updates %}
{% update date="2026-10-14" title="New" %}
Since ${code('space.vars.version')}.
{% endupdate %}
{% endupdates %}
`

async function aSiteWith(...changes: readonly ReturnType<typeof newPage>[]) {
  const site = await aGuide(app)
  await site.edit(
    site.spaceId,
    update({ version: 'zephyr_1' }),
    page('Releases', text, { variables: { product: 'Lectern <1>' } }),
    ...changes,
  )
  const searchHits = async (query: string) => {
    const { text: json } = await site.read(`~search?q=${query}`, { accept: 'application/json' })
    return json
  }
  return { ...site, searchHits }
}

test('pages, Markdown, feeds and the search have the values of expressions, and a change is visible at once', async () => {
  const { edit, read, spaceId, ids, searchHits } = await aSiteWith()
  const html = (await read('releases')).text
  expect(html).toContain('Release zephyr_1 of Lectern &lt;1> for all.')
  // A value that changes does not break links to the heading.
  expect(html).toContain('<h2 id="in">In zephyr_1')
  expect(html).toContain('Gone: []')
  expect(html).toContain('space.vars.version')
  expect(html).not.toContain('space.vars.missing')
  const markdown = (await read('releases.md')).text
  expect(markdown).toContain('Release zephyr_1 of Lectern')
  expect((await read('llms-full.txt')).text).toContain('## In zephyr')
  expect((await read('releases/~feed.xml')).text).toContain('<summary>Since zephyr_1.</summary>')
  expect(await searchHits('zephyr')).toContain('/releases')

  await edit(spaceId, update({ version: 'mistral' }))
  expect((await read('releases')).text).toContain('Release mistral of Lectern')
  expect((await read('releases')).text).not.toContain('zephyr')
  expect(await searchHits('mistral')).toContain('/releases')
  expect(await searchHits('zephyr')).not.toContain('/releases')

  const { Releases: page = '' } = { ...ids, ...(await edit(spaceId, update({ other: 1 }))) }
  await edit(spaceId, { operation: 'update_page', page, variables: { product: 'Sirocco' } })
  expect((await read('releases')).text).toContain('of Sirocco for')
  expect(await searchHits('sirocco')).toContain('/releases')
})

test('claims are shown only with adaptive content, and only to their visitor', async () => {
  const { call, params, read } = await aSiteWith()
  const asAda = { cookie: `lectern_claims=${encodeURIComponent('{"name":"Ada *x* <b>"}')}` }
  expect((await read('releases', asAda)).text).toContain('for all.')

  await call(api.sites.update, { params, body: { adaptiveContent: { enabled: true } } })
  const page = await read('releases', asAda)
  expect(page.text).toContain('for Ada *x* &lt;b>.')
  expect(page.headers['cache-control']).toMatch(/private|no-store|no-cache/)
  expect((await read('releases')).text).toContain('for all.')
  expect((await read('releases')).text).not.toContain('Ada')
})

test('a merged change request with another value changes pages and search', async () => {
  const { call, read, spaceId, searchHits } = await aSiteWith()
  const { id: changeRequestId } = await call(api.changeRequests.create, { params: { spaceId }, body: {} })
  const params = { spaceId, changeRequestId }
  await call(api.changeRequestContent.edit, { params, body: { changes: [update({ version: 'levante' })] } })
  expect((await read('releases')).text).not.toContain('levante')
  await call(api.changeRequests.merge, { params })
  expect((await read('releases')).text).toContain('Release levante of')
  expect(await searchHits('levante')).toContain('/releases')
})

test('reusable content shows the variables of the page that includes it', async () => {
  const site = await aGuide(app)
  const { spaceId, call, read, edit, searchHits } = { ...site, searchHits: site.read }
  const { id } = await call(api.spaceContent.createReusableContent, {
    params: { spaceId },
    body: {
      title: 'Note',
      document: { markdown: `Since ${code('page.vars.since')} and ${code('space.vars.until')}.` },
    },
  })
  await edit(
    spaceId,
    update({ until: 'gregale' }),
    page('Including', `{% include "/reusable-contents/${id}" %}`, { variables: { since: 'ostro' } }),
  )
  expect((await read('including')).text).toContain('Since ostro and gregale.')
  const { text: found } = await searchHits('~search?q=gregale', { accept: 'application/json' })
  expect(found).toContain('/including')
})

test('tags of pages and updates have the label, icon and color that the source defines', async () => {
  const { spaceId, organizationId, read, edit, ids } = await aGuide(app)
  const { service } = app
  const tags = [{ slug: 'pro', label: 'Pro feature', icon: 'rocket', color: '$primary' }]
  await service.db.transaction().execute((tx) =>
    commit(tx, {
      organizationId,
      spaceId,
      changes: [{ operation: 'add_tags', tags }],
      by: null,
      now: service.now(),
      newId: service.newId,
    }),
  )
  const reference = (tag: string) => ({ tag: { kind: 'tag' as const, tag } })
  await edit(
    spaceId,
    { operation: 'update_page', page: ids.Use ?? '', tags: [reference('pro'), reference('other-one')] },
    page(
      'Changelog',
      '{% updates %}\n{% update date="2026-10-14" tags="pro" %}\nNew.\n{% endupdate %}\n{% endupdates %}',
    ),
  )
  const { text: html } = await read('use')
  expect(html).toMatch(
    /<li class="pill ground-primary"><svg [^>]*>.*?<\/svg>Pro feature<\/li><li class="pill">Other one</,
  )
  const changelog = (await read('changelog')).text
  expect(changelog).toMatch(
    /<ul class="update-tags" role="list"><li class="ground-primary"><svg .*?<\/svg>Pro feature</,
  )
  expect(changelog).toContain('<span>Pro feature</span>')
})
