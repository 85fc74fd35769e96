import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

async function aLibrary() {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const aSpace = async (title: string, ...pages: Parameters<typeof page>[]) => {
    const { id } = await call(api.spaces.create, { params, body: { title } })
    if (pages.length > 0) {
      const changes = pages.map((one) => page(...one))
      await call(api.spaceContent.edit, { params: { spaceId: id }, body: { changes } })
    }
    return id
  }
  const find = (query: string, more: { limit?: number; page?: string } = {}, as = call) =>
    as(api.search.organization, { params, query: { query, ...more } })
  /** The results as titles: `[['Space', ['Page', …]], …]`. */
  const titles = async (query: string, as = call) =>
    (await find(query, {}, as)).items.map(({ title, pages }) => [title, pages.map((one) => one.title)])
  return { organizationId, admin, call, params, aSpace, find, titles }
}

describe('the search of an organization', () => {
  test('finds words in titles, headings and texts, by space, page and section', async () => {
    const { aSpace, find } = await aLibrary()
    const spaceId = await aSpace('Manual', [
      'Start',
      'Read me.\n\n## Batteries\n\nCharge the **battery** first.',
    ])
    const { count, items, next } = await find('battery')
    expect([count, next]).toEqual([1, undefined])
    expect(items).toMatchObject([
      {
        id: spaceId,
        title: 'Manual',
        pages: [
          {
            title: 'Start',
            path: 'start',
            sections: [{ title: 'Batteries', path: 'start#batteries', body: 'Charge the battery first.' }],
          },
        ],
      },
    ])
    const [match] = items[0]?.pages ?? []
    expect(match?.urls.app).toContain(`/s/${spaceId}/p/${match?.id}`)
    expect(match?.sections[0]?.urls.app).toBe(`${match?.urls.app}#batteries`)
  })

  test('ranks titles above texts, and whole words above prefixes', async () => {
    const { aSpace, titles } = await aLibrary()
    await aSpace(
      'Manual',
      ['One', 'About the grid connection.'],
      ['Two', 'How to connect.'],
      ['Connections and more', 'Nothing.'],
      ['Connect', 'Nothing.'],
      ['Three', '## Connect\n\nNothing.'],
    )
    expect(await titles('connect')).toEqual([
      ['Manual', ['Connect', 'Connections and more', 'Three', expect.any(String), expect.any(String)]],
    ])
    await aSpace('Second', ['Gridiron', 'x'], ['Grid', 'x'], ['Text', 'a grid'], ['Other', 'a gridiron'])
    expect(await titles('grid')).toEqual([
      ['Second', ['Grid', 'Gridiron', 'Text', 'Other']],
      ['Manual', ['One']],
    ])
  })

  test('finds spaces by their title, with or without pages', async () => {
    const { aSpace, titles } = await aLibrary()
    await aSpace('Inverters')
    await aSpace('Notes', ['Inverter', 'x'])
    expect(await titles('inverters')).toEqual([
      ['Inverters', []],
      ['Notes', ['Inverter']],
    ])
    expect(await titles('inv')).toEqual([
      ['Inverters', []],
      ['Notes', ['Inverter']],
    ])
    expect(await titles('verters')).toEqual([])
    await aSpace('北京手册', ['首页', '欢迎来到北京市'])
    expect(await titles('北京')).toEqual([['北京手册', ['首页']]])
  })

  test('leaves out pages excluded from search, spaces in the trash, and what the caller may not see', async () => {
    const { organizationId, call, aSpace, titles, params } = await aLibrary()
    await aSpace('Shown', ['Plain', 'needle'], ['Silent', 'needle', { noIndex: true }])
    const deleted = await aSpace('Gone', ['Page', 'needle'])
    await call(api.spaces.delete, { params: { spaceId: deleted } })
    const secret = await aSpace('Secret', ['Hidden', 'needle'])
    await call(api.spaces.update, { params: { spaceId: secret }, body: { defaultLevel: null } })
    expect(await titles('needle')).toHaveLength(2)
    const as = async (role: Role | null) => app.as(await app.aMember(organizationId, role))
    expect(await titles('needle', await as('create'))).toEqual([['Shown', ['Plain']]])
    expect(await titles('shown', await as('read'))).toEqual([['Shown', []]])
    const guest = await as(null)
    expect(await titles('needle', guest)).toEqual([])
    expect((await guest(api.search.organization, { params, query: { query: 'needle' } })).count).toBe(0)
    const stranger = app.as((await app.anOrganization()).admin)
    await expect(titles('needle', stranger)).rejects.toMatchObject({ status: 404 })
  })

  test('covers spaces visible through a grant on a collection', async () => {
    const { organizationId, call, params, titles } = await aLibrary()
    const collection = await call(api.collections.create, { params, body: { title: 'Product' } })
    const body = { title: 'Space', parent: collection.id }
    const { id: spaceId } = await call(api.spaces.create, { params, body })
    const changes = [page('Page', 'needle')]
    await call(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
    const guest = await app.aMember(organizationId, null)
    await app.db
      .insertInto('access_grant')
      .values({
        organization_id: organizationId,
        subject_kind: 'collection',
        subject_id: collection.id,
        grantee_kind: 'user',
        grantee_id: guest.userId,
        role: 'read',
        created_at: new Date(),
      })
      .execute()
    expect(await titles('needle', app.as(guest))).toEqual([['Space', ['Page']]])
  })

  test('is paged by space, each once, with the count of all', async () => {
    const { aSpace, find } = await aLibrary()
    for (let i = 0; i < 7; i++) await aSpace(`Space ${i}`, [`Page ${i}`, 'needle '.repeat(i % 3 || 1)])
    const ids: string[] = []
    let token: string | undefined
    do {
      const { count, items, next } = await find('needle', { limit: 3, ...(token ? { page: token } : {}) })
      expect(count).toBe(7)
      ids.push(...items.map(({ id }) => id))
      token = next?.page
    } while (token !== undefined)
    expect([ids.length, new Set(ids).size]).toEqual([7, 7])
    expect(await find('needle', { limit: 0 })).toEqual({ count: 7, items: [] })
  })

  test('shows at most 10 pages of a space, while the search of the space shows all', async () => {
    const { call, aSpace, find } = await aLibrary()
    const many = Array.from({ length: 13 }, (_, i): [string, string] => [`Page ${i}`, 'needle'])
    const spaceId = await aSpace('Space', ...many)
    expect((await find('needle')).items[0]?.pages).toHaveLength(10)
    const params = { spaceId }
    const first = await call(api.search.space, { params, query: { query: 'needle', limit: 8 } })
    const rest = await call(api.search.space, { params, query: { query: 'needle', page: first.next?.page } })
    expect([first.count, first.items.length, rest.items.length, rest.next]).toEqual([13, 8, 5, undefined])
    expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(13)
  })

  test('returns the ancestors of a page', async () => {
    const { call, params, find } = await aLibrary()
    const { id: spaceId } = await call(api.spaces.create, { params, body: { title: 'Space' } })
    const top = await call(api.spaceContent.edit, {
      params: { spaceId },
      body: { changes: [page('Top', 'x')] },
    })
    const [created] = top.changes
    const into = created?.object === 'created_page' ? created.page.id : ''
    const below = [page('Below', 'needle', { into })]
    await call(api.spaceContent.edit, { params: { spaceId }, body: { changes: below } })
    const [match] = (await find('needle')).items[0]?.pages ?? []
    expect(match).toMatchObject({ path: 'top/below', ancestors: [{ title: 'Top' }] })
  })

  test.each([
    "it's",
    '"quoted',
    'a & b',
    '!',
    '|',
    '(',
    ')',
    ':*',
    '<->',
    'a:b:*',
    '\\',
    "'",
    '%',
    '_',
    '*',
    '   ',
    '…',
    'the',
    '\uD800',
    '🔋'.repeat(256),
    'x'.repeat(512),
    'a '.repeat(256),
    "' OR 1=1 --",
    '{}',
    '[1]',
    '--',
    'a -b',
    '"a b"~2',
    'title:x',
    '/.*/',
    '\t\n',
  ])('reads the question %j without a fault', async (query) => {
    const { admin, organizationId } = await app.anOrganization()
    const { id: spaceId } = await app.as(admin)(api.spaces.create, { params: { organizationId } })
    for (const path of [`orgs/${organizationId}`, `spaces/${spaceId}`]) {
      const url = `/v1/${path}/search?query=${encodeURIComponent(query.toWellFormed())}`
      const { status, text } = await app.send({ method: 'GET', url, token: admin.token })
      expect(status, text).toBe(200)
    }
  })

  test('refuses an empty or too long query, and a token of another list', async () => {
    const { admin, organizationId } = await app.anOrganization()
    const token = Buffer.from(JSON.stringify(['x', 'y'])).toString('base64url')
    for (const query of ['', 'query=', `query=${'x'.repeat(513)}`, `query=x&page=${token}`]) {
      const url = `/v1/orgs/${organizationId}/search?${query}`
      expect((await app.send({ method: 'GET', url, token: admin.token })).status, query).toBe(400)
    }
  })
})
