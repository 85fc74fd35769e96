import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { anOrganizationWithTranslations } from '#testing/translations.ts'

const app = useTestApp()

describe('a translation', () => {
  test('starts as a copy whose pages are to be translated', async () => {
    const { call, aSpace, aPage, translate, states } = await anOrganizationWithTranslations(app)
    const source = await aSpace('Guides')
    await aPage(source, 'Install')
    await aPage(source, 'Operate')
    const copy = await translate(source, 'de')
    expect(copy).toMatchObject({
      title: 'Guides (Deutsch)',
      language: 'de',
      translation: { source: { space: source }, language: 'de' },
    })
    expect(await states(copy.id)).toEqual([
      ['Install', 'unconfirmed'],
      ['Operate', 'unconfirmed'],
    ])
    const { items, count } = await call(api.spaceTranslations.list, { params: { spaceId: source } })
    expect(count).toBe(1)
    expect(items[0]).toMatchObject({
      space: { id: copy.id },
      source: { id: source, title: 'Guides' },
      language: 'de',
      pages: { total: 2, upToDate: 0, outdated: 0, unconfirmed: 2, missing: 0, unpaired: 0 },
    })
    expect(await call(api.spaceTranslations.get, { params: { spaceId: copy.id } })).toEqual(items[0])
  })

  test('is outdated when its original changes, and up to date again when it changes back', async () => {
    const { aSpace, aPage, translate, states, confirm, write } = await anOrganizationWithTranslations(app)
    const source = await aSpace()
    const page = await aPage(source, 'Install', 'First')
    const { id } = await translate(source, 'fr')
    const confirmed = await confirm(id, page, source)
    expect(confirmed).toMatchObject({ state: 'up-to-date', pairing: 'stored', confirmed: {} })
    await write(source, page, 'Second')
    expect(await states(id)).toEqual([['Install', 'outdated']])
    await write(source, page, 'First')
    expect(await states(id)).toEqual([['Install', 'up-to-date']])
    await write(id, page, 'Premier')
    expect(await states(id)).toEqual([['Install', 'up-to-date']])
  })

  test('follows merged change requests and restored revisions of its original', async () => {
    const { call, head, aSpace, aPage, translate, states, confirm } =
      await anOrganizationWithTranslations(app)
    const source = await aSpace()
    const page = await aPage(source, 'Install', 'First')
    const { id } = await translate(source, 'fr')
    await confirm(id, page, source)
    const before = await head(source)
    const inSource = { params: { spaceId: source } }
    const request = await call(api.changeRequests.create, { ...inSource, body: { subject: 'Second' } })
    const inRequest = { params: { spaceId: source, changeRequestId: request.id } }
    await call(api.changeRequestContent.edit, {
      ...inRequest,
      body: { changes: [{ operation: 'update_page', page, document: { markdown: 'Second' } }] },
    })
    const draft = (await call(api.changeRequests.get, inRequest)).revision
    const inTranslation = { params: { spaceId: id, pageId: page }, body: { confirmed: draft } }
    const unmerged = call(api.spaceTranslations.updatePage, inTranslation)
    await expect(unmerged).rejects.toMatchObject({ status: 404 })
    expect(await states(id)).toEqual([['Install', 'up-to-date']])
    await call(api.changeRequests.merge, inRequest)
    expect(await states(id)).toEqual([['Install', 'outdated']])
    await call(api.revisions.rollBack, { params: { spaceId: source, revisionId: before } })
    expect(await states(id)).toEqual([['Install', 'up-to-date']])
  })

  test('is confirmed with the revision that was read, not with a later one', async () => {
    const { call, head, aSpace, aPage, translate, write } = await anOrganizationWithTranslations(app)
    const source = await aSpace()
    const page = await aPage(source, 'Install', 'First')
    const { id } = await translate(source, 'fr')
    const seen = await head(source)
    await write(source, page, 'Second')
    const path = { params: { spaceId: id, pageId: page } }
    const confirmed = await call(api.spaceTranslations.updatePage, { ...path, body: { confirmed: seen } })
    expect(confirmed).toMatchObject({ state: 'outdated', confirmed: { revision: seen } })
    const undone = await call(api.spaceTranslations.updatePage, { ...path, body: { confirmed: null } })
    expect(undone.state).toBe('unconfirmed')
    expect(undone).not.toHaveProperty('confirmed')
    const unknown = call(api.spaceTranslations.updatePage, { ...path, body: { confirmed: 'nosuchrevision' } })
    await expect(unknown).rejects.toMatchObject({ status: 404 })
  })

  test('lists pages without a translation and pages without an original', async () => {
    const { call, aSpace, aPage, translate, states, remove } = await anOrganizationWithTranslations(app)
    const source = await aSpace()
    const page = await aPage(source, 'Install')
    const { id } = await translate(source, 'fr')
    await aPage(source, 'Operate')
    await aPage(id, 'Mentions')
    expect(await states(id)).toEqual([
      ['Install', 'unconfirmed'],
      ['Mentions', 'unpaired'],
      ['Operate', 'missing'],
    ])
    const missing = await call(api.spaceTranslations.pages, {
      params: { spaceId: id },
      query: { state: 'missing' },
    })
    expect(missing).toMatchObject({ count: 1, items: [{ source: { title: 'Operate', path: 'operate' } }] })
    await remove(source, page)
    expect((await states(id)).slice(0, 2)).toEqual([
      ['Install', 'unpaired'],
      ['Mentions', 'unpaired'],
    ])
  })

  test('can be an existing space: pages are paired by path, or by a person', async () => {
    const { call, aSpace, aPage, states } = await anOrganizationWithTranslations(app)
    const source = await aSpace('Guides')
    await aPage(source, 'Install')
    const operate = await aPage(source, 'Operate')
    const space = await aSpace('Anleitung')
    await aPage(space, 'Install')
    const own = await aPage(space, 'Betrieb')
    const path = { params: { spaceId: space } }
    const body = { source, language: 'de', confirmed: true as const }
    const marked = await call(api.spaceTranslations.put, { ...path, body })
    expect(marked).toMatchObject({ title: 'Anleitung', translation: { source: { space: source } } })
    expect(await states(space)).toEqual([
      ['Betrieb', 'unpaired'],
      ['Install', 'up-to-date'],
      ['Operate', 'missing'],
    ])
    const page = { params: { spaceId: space, pageId: own } }
    const paired = await call(api.spaceTranslations.updatePage, { ...page, body: { source: operate } })
    expect(paired).toMatchObject({ state: 'unconfirmed', pairing: 'stored', source: { id: operate } })
    const alone = await call(api.spaceTranslations.updatePage, { ...page, body: { source: null } })
    expect(alone.state).toBe('unpaired')
    const unknown = call(api.spaceTranslations.updatePage, { ...page, body: { source: 'nosuchpage' } })
    await expect(unknown).rejects.toMatchObject({ status: 400, type: 'validation' })
    await call(api.spaceTranslations.delete, path)
    const independent = await call(api.spaces.get, path)
    expect(independent).not.toHaveProperty('translation')
    expect(independent.language).toBe('de')
    await expect(call(api.spaceTranslations.get, path)).rejects.toMatchObject({ status: 404 })
  })
})

describe('translations of a space', () => {
  test('have different languages, and none of them has translations itself', async () => {
    const { call, aSpace, translate } = await anOrganizationWithTranslations(app)
    const source = await aSpace()
    await call(api.spaces.update, { params: { spaceId: source }, body: { language: 'en' } })
    const { id } = await translate(source, 'de')
    for (const language of ['de', 'en']) {
      await expect(translate(source, language)).rejects.toMatchObject({ status: 409, type: 'conflict' })
    }
    await expect(translate(id, 'fr')).rejects.toMatchObject({ status: 409 })
    const other = await aSpace('Other')
    const mark = (spaceId: string, sourceId: string, language: string) =>
      call(api.spaceTranslations.put, { params: { spaceId }, body: { source: sourceId, language } })
    await expect(mark(source, other, 'fr')).rejects.toMatchObject({ status: 409 })
    await expect(mark(other, id, 'fr')).rejects.toMatchObject({ status: 409 })
    await expect(mark(other, other, 'fr')).rejects.toMatchObject({ status: 409 })
    for (const language of ['en', null]) {
      const change = call(api.spaces.update, { params: { spaceId: id }, body: { language } })
      await expect(change).rejects.toMatchObject({ status: 409 })
    }
    const attempts = await Promise.allSettled([translate(source, 'fr'), translate(source, 'fr')])
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await call(api.spaces.delete, { params: { spaceId: id } })
    expect(await translate(source, 'de')).toMatchObject({ language: 'de' })
    const restored = await call(api.spaces.restore, { params: { spaceId: id } })
    expect(restored).not.toHaveProperty('translation')
  })

  test('can belong to translation settings with their language', async () => {
    const { call, params, aSpace } = await anOrganizationWithTranslations(app)
    const spaceId = await aSpace()
    const body = { title: 'Handbook', languages: ['de'] }
    const { id } = await call(api.translations.create, { params, body })
    const create = (language: string) =>
      call(api.spaceTranslations.create, { params: { spaceId }, body: { language, settings: id } })
    await expect(create('fr')).rejects.toMatchObject({ status: 400 })
    const created = await create('de')
    expect(created.translation?.settings).toBe(id)
    await call(api.translations.delete, { params: { ...params, translationSettingsId: id } })
    const { translation } = await call(api.spaces.get, { params: { spaceId: created.id } })
    expect(translation).toEqual({ source: { space: spaceId }, language: 'de' })
    const { items } = await call(api.spaces.list, { params })
    expect(items.find((one) => one.id === created.id)?.translation).toEqual(translation)
  })

  test('need access to both spaces, and leave with a transferred space', async () => {
    const { organizationId, call, aSpace, aPage, translate } = await anOrganizationWithTranslations(app)
    const source = await aSpace()
    await aPage(source, 'Install')
    const { id } = await translate(source, 'de')
    await call(api.spaces.update, { params: { spaceId: source }, body: { defaultLevel: null } })
    const creator = app.as(await app.aMember(organizationId, 'create'))
    const path = { params: { spaceId: id } }
    await expect(creator(api.spaceTranslations.pages, path)).rejects.toMatchObject({ status: 404 })
    const mark = { ...path, body: { source, language: 'de' } }
    await expect(creator(api.spaceTranslations.put, mark)).rejects.toMatchObject({ status: 404 })
    await call(api.spaces.update, { params: { spaceId: source }, body: { defaultLevel: 'read' } })
    expect((await creator(api.spaceTranslations.pages, path)).count).toBe(1)
    await expect(creator(api.spaceTranslations.put, mark)).rejects.toMatchObject({ status: 403 })
    const { organizationId: target, admin } = await app.anOrganization('Elsewhere')
    await app.db
      .insertInto('member')
      .values({
        organization_id: organizationId,
        user_id: admin.userId,
        role: 'admin',
        joined_at: new Date(),
      })
      .execute()
    await app.as(admin)(api.spaces.transfer, { params: { spaceId: source }, body: { organization: target } })
    expect(await call(api.spaces.get, path)).not.toHaveProperty('translation')
  })
})
