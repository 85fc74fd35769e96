import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { siteCustomization } from '#contract/site-customization.ts'
import { contentOf } from '#server/content/read.ts'
import { conditionFilter } from '#server/domain/sites/adaptive-content.ts'
import { renderPages } from '#server/printing/print-document.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { runPendingJobs } from '#testing/emails.ts'

const app = useTestApp({}, { reader: true })

const condition = 'visitor.claims.unsigned.beta'
const part = (text: string) => `{% if ${condition} %}\n${text}\n{% endif %}\n`

/** Words that are only in places with a condition, by place. */
const HIDDEN = {
  page: 'zqpaget',
  'description of a page': 'zqdescry',
  'page below a page': 'zqchilde',
  'link in the navigation': 'zqlinkey',
  group: 'zqgroupy',
  'page in a group': 'zqingrup',
  'part of a page': 'zqpartie',
  'part within a part': 'zqnester',
  'tag without spaces': 'zqtighty',
  'tag with spaces': 'zqspacey',
  'heading in a part': 'zqheaden',
  'part of a tab': 'zqtabbed',
  update: 'zqupdate',
  'part of a reusable content': 'zqreusey',
  'file in a part': 'zqfileon',
  section: 'zqsector',
  'page of a section': 'zqinsect',
  variant: 'zqvarian',
  'page of a variant': 'zqinvary',
  'header link': 'zqheader',
  'API operation in a part': 'zqoperat',
} as const
const words = Object.values(HIDDEN)

const SPEC = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /zqoperat:
    get:
      summary: Zqoperat
      responses: { '200': { description: All } }
`

/** A live site with conditions in every place. */
async function aConditionalSite() {
  const site = await aPublishedSite(app, 'Start')
  const { call, params, edit } = site
  const section = await site.aSection('Zqsector')
  const variant = await site.aSiteSpace('Zqvarian', section.id)
  const { items } = await call(api.siteSpaces.list, { params })
  const startId = items.find(({ title }) => title === 'Start')?.space.id ?? ''
  const base64 = Buffer.from('a,b').toString('base64')
  const { changes = [] } = await call(api.spaceContent.edit, {
    params: { spaceId: startId },
    body: {
      changes: [
        {
          operation: 'insert_reusable_content',
          title: 'Note',
          document: { markdown: `Always noted.\n\n${part(HIDDEN['part of a reusable content'])}` },
        },
        {
          operation: 'insert_files',
          files: [{ name: 'zqfileon.csv', base64, contentType: 'text/csv' }],
        },
        { operation: 'insert_files', files: [{ name: 'seen.csv', base64, contentType: 'text/csv' }] },
      ],
    },
  })
  const reusable = changes.flatMap((one) =>
    one.object === 'created_reusable_content' ? [one.reusableContent.id] : [],
  )[0]
  const files = (await call(api.spaceContent.files, { params: { spaceId: startId } })).items
  const fileId = (name: string) => files.find((one) => one.name === name)?.id ?? ''
  const { organizationId } = params
  await call(api.openapiSpecs.put, {
    params: { organizationId, specSlug: 'pets' },
    body: { source: { text: SPEC } },
  })
  await runPendingJobs(app)
  const ids = await edit(
    startId,
    page('Welcome', `Begin here. [Seen](/files/${fileId('seen.csv')})`),
    page(
      'Mixed',
      [
        'Visible words.',
        part(
          `${HIDDEN['part of a page']}\n\n{% if visitor.claims.unsigned.gamma %}\n${HIDDEN['part within a part']}\n{% endif %}`,
        ),
        part(`## ${HIDDEN['heading in a part']}\n\nText.`),
        part(`[Data](/files/${fileId('zqfileon.csv')})`),
        `{%if ${condition} %}\n${HIDDEN['tag without spaces']}\n{%endif%}`,
        `{%   if ${condition}   %}\n${HIDDEN['tag with spaces']}\n{%  endif %}`,
        `{% tabs %}\n{% tab title="One" %}\n${part(HIDDEN['part of a tab'])}\n{% endtab %}\n{% endtabs %}`,
      ].join('\n\n'),
    ),
    page(
      'API',
      `Visible words.\n\n${part('{% openapi-operation spec="pets" path="/zqoperat" method="get" %}\n{% endopenapi-operation %}')}`,
    ),
    page(
      'News',
      `{% updates %}\n${part(`{% update date="2026-01-02" %}\n## ${HIDDEN.update}\n\nNew.\n{% endupdate %}`)}\n{% update date="2026-01-01" %}\n## First\n\nOld.\n{% endupdate %}\n{% endupdates %}`,
    ),
    page('Noted', `{% include "/reusable-contents/${reusable}" %}`),
    page('Zqpaget', 'Text.', { condition, description: HIDDEN['description of a page'], slug: 'one' }),
    {
      operation: 'insert_page',
      type: 'link',
      title: 'Zqlinkey',
      condition,
      target: { kind: 'url', url: 'https://a.example' },
    },
    { operation: 'insert_page', type: 'group', title: 'Zqgroupy', condition, slug: 'two' },
  )
  await edit(
    startId,
    page('Zqchilde', 'Text.', { into: ids.Zqpaget ?? '', slug: 'three' }),
    page('Zqingrup', 'Text.', { into: ids.Zqgroupy ?? '', slug: 'four' }),
    page(
      'Links',
      `See [](/pages/${ids.Zqpaget}) and {% content-ref url="/pages/${ids.Zqpaget}" %}{% endcontent-ref %}`,
    ),
  )
  await edit(section.spaceId, page('Zqinsect', 'Text.', { slug: 'five' }))
  await edit(variant.spaceId, page('Zqinvary', 'Text.', { slug: 'six' }))
  await call(api.siteSections.update, {
    params: { ...params, siteSectionId: section.id },
    body: { condition, path: 's7' },
  })
  await call(api.siteSpaces.update, {
    params: { ...params, siteSpaceId: variant.id },
    body: { condition, path: 'v7' },
  })
  const customization = siteCustomization.parse(await call(api.siteCustomization.get, { params }))
  const link = {
    title: 'Zqheader',
    to: { kind: 'url' as const, url: 'https://b.example' },
    links: [],
    condition,
  }
  await call(api.siteCustomization.put, {
    params,
    body: { ...customization, header: { ...customization.header, links: [link] } },
  })
  return { ...site, startId, ids, section, variant, fileId }
}

type Conditional = Awaited<ReturnType<typeof aConditionalSite>>

const VISIBLE_PATHS = ['', 'mixed', 'api', 'news', 'noted', 'links']
const HIDDEN_PATHS = ['one', 'one/three', 'two/four', 's7/', 's7/five', 's7/v7/', 's7/v7/six']

/** Everything that readers get, by name; `beta` as a reader whose claim meets the conditions. */
async function outputsOf({ read, call, params, basename, startId, ids, fileId }: Conditional, beta: boolean) {
  const cookie = `lectern_claims=${encodeURIComponent(JSON.stringify({ beta, gamma: beta }))}`
  const texts: Record<string, string> = {}
  const statuses: Record<string, number> = {}
  const get = async (path: string, headers = {}) => {
    const { status, text } = await read(path, { cookie, ...headers })
    texts[path] = text
    statuses[path] = status
    return text
  }
  for (const path of VISIBLE_PATHS) {
    await get(path)
    await get(`${path || 'welcome'}.md`)
  }
  for (const path of HIDDEN_PATHS) await get(path)
  for (const path of [
    'llms.txt',
    'llms-full.txt',
    'sitemap.xml',
    '~feed.xml',
    'news/~feed.xml',
    'robots.txt',
  ])
    await get(path)
  await get(`~tree?under=${ids.Zqpaget}`)
  await get(`~tree?under=${ids.Zqgroupy}`)
  // The query is repeated in the results, so only the beginning of each word is sent.
  for (const word of words)
    for (const query of [word.slice(0, 5), `visible ${word.slice(0, 5)}`, `visible ${word}x`, `${word}x`]) {
      const text = await get(`~search?q=${query}`, { accept: 'application/json' })
      texts[`~search?q=${query}`] = text.replaceAll(query, '')
    }
  await readOverMcp(basename, (name, text) => {
    texts[`MCP ${name}`] = text
  })
  const cardOf = async (siteSpace: string, id = '') =>
    (await read(`~social/${siteSpace}/${id}/AAAAAAAAAAAA.png`, { cookie })).status
  const { items: shownSpaces } = await call(api.siteSpaces.list, { params })
  for (const { id } of shownSpaces) {
    statuses[`card of a hidden page in ${id}`] = await cardOf(id, ids.Zqpaget)
    statuses[`card of a hidden child in ${id}`] = await cardOf(id, ids.Zqchilde)
  }
  const searched = await Promise.all(
    words.map((word) =>
      call(api.search.site, {
        params,
        body: { query: word, scope: { mode: 'all' }, claims: { unsigned: { beta, gamma: beta } } },
      }),
    ),
  )
  texts['search of the API'] = JSON.stringify(searched.map(({ items }) => items))
  const claims = JSON.stringify({ unsigned: { beta, gamma: beta } })
  texts['structure of the API'] = JSON.stringify(
    await call(api.siteStructure.get, { params, query: { claims } }),
  )
  texts['published site of the API'] = JSON.stringify(
    await call(api.publishedSites.get, { params, query: { claims } }),
  )
  const url = app.service.urls.site(basename)
  const visitor = { unsignedClaims: { beta, gamma: beta } }
  for (const path of HIDDEN_PATHS)
    texts[`lookup of ${path}`] = JSON.stringify(
      await call(api.urls.published, { body: { url: url + path, visitor } }).catch(() => null),
    )
  const found = await call(api.urls.published, { body: { url, visitor } })
  const token = 'apiToken' in found ? found.apiToken : ''
  const withToken = async (path: string) => {
    const { text, status } = await app.send({ method: 'GET', url: `/v1/spaces/${startId}${path}`, token })
    statuses[`token ${path}`] = status
    texts[`token ${path}`] = text
  }
  await withToken('/content')
  await withToken('/content/pages')
  await withToken(`/content/page/${ids.Mixed}?format=markdown`)
  await withToken(`/content/page/${ids.Noted}?format=markdown&dereferenced=reusable-contents`)
  await withToken(`/content/page/${ids.Zqpaget}`)
  const file = async (name: string) =>
    (await app.send({ method: 'GET', url: `/files/${startId}/${fileId(name)}/x.csv` })).status
  statuses['hidden file'] = await file('zqfileon.csv')
  statuses['seen file'] = await file('seen.csv')
  return { texts, statuses }
}

/** All tools and resources of the MCP server of a site. */
async function readOverMcp(basename: string, see: (name: string, text: string) => void) {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const send = async (method: string, params: object) => {
    const payload = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const { text } = await app.send({ method: 'POST', url: `/sites/${basename}/~mcp`, headers, payload })
    return text
  }
  const tool = async (name: string, input: Record<string, string>) =>
    send('tools/call', { name, arguments: input })
  see('list_pages', await tool('list_pages', {}))
  see('resources/list', await send('resources/list', {}))
  for (const word of words) {
    const query = word.slice(0, 5)
    see(`search ${query}`, (await tool('search', { query })).replaceAll(query, ''))
  }
  for (const address of [...VISIBLE_PATHS, ...HIDDEN_PATHS]) {
    see(`read_page ${address}`, await tool('read_page', { page: address }))
    const uri = `${app.service.urls.site(basename)}${address}`
    see(`resources/read ${address}`, await send('resources/read', { uri }))
  }
}

const places = Object.entries(HIDDEN)
const leaksIn = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).flatMap(([name, text]) =>
    places.filter(([, word]) => text.toLowerCase().includes(word)).map(([place]) => `${place} in ${name}`),
  )

test('no output shows content with conditions until it is decided, and every place shows it to everyone then', async () => {
  const site = await aConditionalSite()
  const { call, params, read } = site
  const decide = (adaptiveContent: {
    enabled: boolean
    conditionalContent?: 'undecided' | 'hidden' | 'everyone'
  }) => call(api.sites.update, { params, body: { adaptiveContent } })

  for (const choice of [undefined, 'hidden'] as const) {
    if (choice !== undefined) await decide({ enabled: false, conditionalContent: choice })
    for (const beta of [false, true]) {
      const { texts, statuses } = await outputsOf(site, beta)
      expect(leaksIn(texts), `${choice} ${beta}`).toEqual([])
      for (const path of HIDDEN_PATHS) expect(statuses[path], path).toBe(404)
      const cards = Object.entries(statuses).filter(([name]) => name.startsWith('card '))
      expect(cards.length).toBeGreaterThan(0)
      for (const [name, status] of cards) expect(status, name).toBe(404)
      expect(texts['MCP read_page mixed']).toContain('Visible words.')
      // Content without conditions is there, in every form.
      for (const path of VISIBLE_PATHS) {
        expect(statuses[path], path).toBe(200)
        expect(statuses[`${path || 'welcome'}.md`] === 404, path).toBe(false)
      }
      expect(texts['mixed.md']).toContain('Visible words.')
      expect(texts['llms-full.txt']).toContain('Always noted.')
      expect(texts['news/~feed.xml']).toContain('First')
      expect([statuses['seen file'], statuses['hidden file']]).toEqual([200, 404])
    }
    // One variant of the page, for shared caches as well.
    expect((await read('mixed')).headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  }

  await decide({ enabled: false })
  const { texts: open, statuses } = await outputsOf(site, false)
  const shown = leaksIn(open)
  for (const [place] of places)
    expect(
      shown.some((one) => one.startsWith(`${place} in`)),
      place,
    ).toBe(true)
  expect(statuses['hidden file']).toBe(200)

  await decide({ enabled: true })
  expect(leaksIn((await outputsOf(site, false)).texts)).toEqual([])
  expect(leaksIn((await outputsOf(site, true)).texts)).not.toEqual([])
}, 300_000)

test('no one meets a condition on the visitor until it is decided, not even a negated one', async () => {
  const { call, params, edit, read } = await aPublishedSite(app, 'Start')
  const { items } = await call(api.siteSpaces.list, { params })
  await edit(
    items[0]?.space.id ?? '',
    page(
      'Welcome',
      '{% if !visitor.claims.staff %}\nZqnegate.\n{% endif %}\n\n{% if visitor.claims.plan != "free" %}\nZqunlike.\n{% endif %}\n\nVisible.',
    ),
    page('Zqforall', 'Text.', { condition: '!("staff" in visitor.claims)', slug: 'for-all' }),
  )
  const expectHidden = async () => {
    for (const path of ['', 'welcome.md', 'llms-full.txt', 'sitemap.xml', '~search?q=zqneg'])
      expect((await read(path)).text, path).not.toMatch(/zqnegate|zqunlike|zqforall/i)
    expect((await read('for-all')).status).toBe(404)
  }
  await call(api.sites.update, {
    params,
    body: { adaptiveContent: { enabled: false, conditionalContent: 'undecided' } },
  })
  await expectHidden()
  await call(api.sites.update, {
    params,
    body: { adaptiveContent: { enabled: false, conditionalContent: 'hidden' } },
  })
  await expectHidden()
  await call(api.sites.update, { params, body: { adaptiveContent: { enabled: true } } })
  expect((await read('')).text).toMatch(/Zqnegate[\s\S]*Zqunlike/)
  expect((await read('for-all')).status).toBe(200)
})

test('conditions on variables are met by everyone, and follow the variables', async () => {
  const { call, params, edit, read } = await aPublishedSite(app, 'Start')
  const { items } = await call(api.siteSpaces.list, { params })
  const spaceId = items[0]?.space.id ?? ''
  const set = (variables: Record<string, string | boolean>) =>
    call(api.spaceContent.edit, {
      params: { spaceId },
      body: { changes: [{ operation: 'update_variables', variables }] },
    })
  await set({ version: '2', beta: false })
  const text =
    '{% if space.vars.version == "2" %}\nZqsecond.\n{% endif %}\n\n{% if space.vars.version == "3" %}\nZqthird.\n{% endif %}\n\n{% if page.vars.big %}\nZqbigger.\n{% endif %}'
  await edit(
    spaceId,
    page('Welcome', `${text}\n\nVisible.`, { variables: { big: true } }),
    page('Small', text),
    page('Zqbetas', 'Text.', { condition: 'space.vars.beta', slug: 'betas' }),
    page('Zqnovar', 'Text.', { condition: 'space.vars.nothing == 1', slug: 'no-variable' }),
  )
  await call(api.sites.update, {
    params,
    body: { adaptiveContent: { enabled: false, conditionalContent: 'hidden' } },
  })
  for (const path of ['', 'welcome.md']) {
    expect((await read(path)).text, path).toMatch(/Zqsecond[\s\S]*Zqbigger/)
    expect((await read(path)).text, path).not.toContain('Zqthird')
  }
  for (const path of ['small', 'small.md']) {
    expect((await read(path)).text, path).toContain('Zqsecond')
    expect((await read(path)).text, path).not.toMatch(/Zqthird|Zqbigger/)
  }
  for (const path of ['betas', 'no-variable']) expect((await read(path)).status, path).toBe(404)
  await set({ version: '3', beta: true })
  expect((await read('small')).text).toMatch(/Zqthird/)
  expect((await read('small')).text).not.toMatch(/Zqsecond/)
  expect((await read('betas')).status).toBe(200)
})

test('a PDF leaves out what conditions hide', async () => {
  const { params, startId, ids } = await aConditionalSite()
  const { organizationId } = params
  const content = await contentOf(app.db, { organizationId, spaceId: startId })
  const nodes = ['Mixed', 'News', 'Noted'].flatMap((title) => content.tree.page(ids[title] ?? '') ?? [])
  const links = { page: () => '/', file: () => '/' }
  const print = async (conditionalContent: 'undecided' | 'everyone') => {
    const filter = conditionFilter({ adaptiveContent: false, conditionalContent })
    const shows = (condition: string | null | undefined) => filter(condition, { space: {} })
    const { pages } = await renderPages(app.service, content, nodes, {
      externalLinks: links,
      locale: 'en',
      shows,
    })
    return JSON.stringify(pages)
  }
  const hidden = await print('undecided')
  expect(hidden).toContain('Visible words.')
  expect(leaksIn({ hidden })).toEqual([])
  expect(await print('everyone')).toContain(HIDDEN['part of a page'])
})
