import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { openTranslateServer, type TranslateServer } from '#testing/translate-server.ts'
import { anOrganizationWithTranslations } from '#testing/translations.ts'

const app = useTestApp()

let server: TranslateServer
beforeAll(async () => {
  server = await openTranslateServer('key-1')
})
afterAll(() => server.close())
beforeEach(() => {
  server.failure = null
  configure({ url: server.url, key: 'key-1', allowPrivate: true })
})

/** Sets the provider, as the environment does at the start. */
const configure = (translation: typeof app.service.config.translation) =>
  Object.assign(app.service.config, { translation })

/** A German translation whose original has changed since it was confirmed. */
async function anOutdatedPage() {
  const world = await anOrganizationWithTranslations(app)
  const { call, aSpace, aPage, translate, confirm, write } = world
  const source = await aSpace()
  const other = await aPage(source, 'Operate')
  const page = await aPage(source, 'Install', 'First step.\n\nLast step.')
  const { id: spaceId } = await translate(source, 'de')
  await call(api.spaceContent.edit, {
    params: { spaceId },
    body: {
      changes: [
        {
          operation: 'update_page',
          page,
          title: 'Installieren',
          document: { markdown: 'Erster Schritt.\n\nLetzter Schritt.' },
        },
      ],
    },
  })
  await confirm(spaceId, page, source)
  await write(
    source,
    page,
    `First step.\n\nRun \`npm start\`, see [**this** page](/pages/${other}) and {{ version }}.\n\nLast step.`,
  )
  return { ...world, spaceId, page, other, params: { spaceId, pageId: page } }
}

test('a page gets a draft change request with its changed blocks translated, and nothing else changed', async () => {
  const { call, spaceId, page, params, states } = await anOutdatedPage()
  const { machineTranslation } = await call(api.spaceTranslations.get, { params: { spaceId } })
  expect(machineTranslation).toBe(true)
  const before = server.requests.length
  const request = await call(api.spaceTranslations.translatePage, { params })
  expect(request).toMatchObject({ status: 'draft', subject: 'Machine translation of Installieren' })
  const draft = await call(api.changeRequestContent.page, {
    params: { spaceId, changeRequestId: request.id, pageId: page },
    query: { format: 'markdown' },
  })
  expect(draft).toMatchObject({
    title: 'Installieren',
    markdown: `Erster Schritt.\n\nde Run \`npm start\`, de see [**de this** de page](/operate.md) de and {{ version }}.\n\nLetzter Schritt.`,
  })
  const [sent, ...more] = server.requests.slice(before)
  expect(more).toEqual([])
  expect(sent).toMatchObject({ target: 'de', format: 'text', api_key: 'key-1' })
  expect(sent?.q).toEqual(['Run', 'see', 'this', 'page', 'and'])
  const current = await call(api.spaceContent.page, {
    params,
    query: { format: 'markdown' },
  })
  expect(current).toMatchObject({ markdown: 'Erster Schritt.\n\nLetzter Schritt.' })
  expect((await states(spaceId)).find(([title]) => title === 'Install')).toEqual(['Install', 'outdated'])
})

test('a failing provider is a clear error, and nothing is created', async () => {
  const { call, spaceId, params } = await anOutdatedPage()
  const translate = () => call(api.spaceTranslations.translatePage, { params })
  server.failure = { status: 429, error: 'Slowdown' }
  await expect(translate()).rejects.toMatchObject({
    status: 400,
    type: 'upstream',
    message: expect.stringContaining('429 (Slowdown)'),
  })
  configure({ url: server.url, key: 'wrong', allowPrivate: true })
  await expect(translate()).rejects.toMatchObject({ message: expect.stringContaining('Invalid API key') })
  configure({ url: 'http://127.0.0.1:9', key: undefined, allowPrivate: true })
  await expect(translate()).rejects.toMatchObject({ message: expect.stringContaining('can’t be reached') })
  // Without the consent of the operator, requests go to public addresses only.
  configure({ url: server.url, key: 'key-1', allowPrivate: false })
  await expect(translate()).rejects.toMatchObject({ type: 'upstream' })
  expect((await call(api.changeRequests.list, { params: { spaceId } })).items).toEqual([])
})

test('without a provider nothing offers it, and the operation says who can set one', async () => {
  const { call, spaceId, params } = await anOutdatedPage()
  configure(undefined)
  const { machineTranslation } = await call(api.spaceTranslations.get, { params: { spaceId } })
  expect(machineTranslation).toBe(false)
  await expect(call(api.spaceTranslations.translatePage, { params })).rejects.toMatchObject({
    status: 409,
    type: 'invalid_state',
    message: expect.stringContaining('LECTERN_TRANSLATE_URL'),
  })
})

test('languages that the provider does not offer are named', async () => {
  const { call, aSpace, aPage, translate } = await anOrganizationWithTranslations(app)
  const source = await aSpace()
  const page = await aPage(source, 'Install')
  const { id: spaceId } = await translate(source, 'sl')
  const params = { spaceId, pageId: page }
  await expect(call(api.spaceTranslations.translatePage, { params })).rejects.toMatchObject({
    message: expect.stringContaining('to sl'),
  })
  const { id: portuguese } = await translate(source, 'pt-br')
  await call(api.spaceTranslations.translatePage, { params: { ...params, spaceId: portuguese } })
  // The copied title is translated as well.
  expect(server.requests.slice(-2)).toMatchObject([
    { target: 'pt-BR', q: ['Text of Install'] },
    { target: 'pt-BR', q: ['Install'] },
  ])
})
