import { beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { page } from '#testing/a-published-site.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { typoPatterns } from '../../search/spelling.ts'

const app = useTestApp()

const texts: Record<string, string> = {
  English:
    'Choose a configuration.\n\n## Connections\n\nEvery host needs its own token to connect.\n\n## Running\n\nThe runners keep running.',
  Exact: 'The runner is here.',
  Deutsch: 'Die Größe der Übertragung.\n\n## Schlüssel\n\nJeder Rechner braucht einen Zugangsschlüssel.',
  Français: 'Les réglages du réseau.\n\n## Déploiement\n\nChaque serveur garde ses clés.',
  中文: '安装说明。\n\n## 数据库\n\n服务启动以后连接数据库。',
  日本語: 'インストールの手順。\n\n## 設定ファイル\n\n接続を設定します。',
  ไทย: 'คู่มือการติดตั้ง\n\n## การตั้งค่า\n\nเชื่อมต่อฐานข้อมูล',
  العربية: 'دليل التثبيت.\n\n## الإعدادات\n\nاتصال قاعدة البيانات.',
  עברית: 'מדריך התקנה.\n\n## הגדרות\n\nחיבור למסד הנתונים.',
  한국어: '설치 안내.\n\n## 데이터베이스\n\n서버에 연결합니다.',
  Русский: 'Руководство по установке.\n\n## Настройки\n\nПодключение к базе данных.',
}

let admin: Person
let organizationId = ''
let spaceId = ''
beforeAll(async () => {
  ;({ organizationId, admin } = await app.anOrganization())
  const as = app.as(admin)
  ;({ id: spaceId } = await as(api.spaces.create, { params: { organizationId }, body: { title: 'Manual' } }))
  const changes = Object.entries(texts).map(([title, text]) => page(title, text))
  await as(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
})

const find = async (query: string, as = app.as(admin)) =>
  (await as(api.search.space, { params: { spaceId }, query: { query } })).items
const titles = async (query: string) => (await find(query)).map(({ title }) => title)

test.each([
  ['Größe', 'Deutsch'],
  ['grosse', 'Deutsch'],
  ['zugangs', 'Deutsch'],
  ['reseau', 'Français'],
  ['déploi', 'Français'],
  ['数据库', '中文'],
  ['连接数据', '中文'],
  ['設定ファイル', '日本語'],
  ['接続', '日本語'],
  ['ติดตั้ง', 'ไทย'],
  ['ฐานข้อมูล', 'ไทย'],
  ['التثبيت', 'العربية'],
  ['البيانات', 'العربية'],
  ['بيانات', 'العربية'],
  ['إعدادات', 'العربية'],
  ['الاتصال', 'العربية'],
  ['התקנה', 'עברית'],
  ['הנתונים', 'עברית'],
  ['데이터', '한국어'],
  ['подключение', 'Русский'],
  ['Настр', 'Русский'],
  ['connected', 'English'],
])('%j finds the page in %s', async (question, title) => {
  expect(await titles(question)).toContain(title)
})

test('a section has its heading and an excerpt', async () => {
  const [match] = await find('数据库')
  expect(match?.sections.map(({ title, body }) => [title, body])).toContainEqual([
    '数据库',
    expect.stringContaining('连接数据库'),
  ])
})

test('the exact word ranks above other forms of it', async () => {
  expect(await titles('runner')).toEqual(['Exact', 'English'])
})

test.each([
  ['configuraiton', 'two letters swapped'],
  ['cofniguration', 'two letters swapped'],
  ['configurazion', 'one letter wrong'],
  ['onfiguration', 'the first letter missing'],
  ['configguration', 'one letter too many'],
  ['hsot', 'a short word'],
  ['hsot tokne', 'both words'],
  ['Zugangsschlüssle', 'another language', 'Deutsch'],
  ['подключнеие', 'another script', 'Русский'],
])('%j is corrected: %s', async (question, _, title = 'English') => {
  expect(await titles(question)).toEqual([title])
})

test('corrected queries find pages in the organization too, but only visible ones', async () => {
  const params = { organizationId }
  const search = (person: Person) =>
    app.as(person)(api.search.organization, { params, query: { query: 'tokne' } })
  const { items } = await search(admin)
  expect(items[0]?.pages[0]?.sections[0]?.body).toContain('token')
  expect((await search(await app.aMember(organizationId, null))).items).toEqual([])
})

test('existing words are never corrected, and unknown words find nothing', async () => {
  expect(await titles('xylophone')).toEqual([])
  expect(await titles('xqzw')).toEqual([])
  expect(await titles('running')).toContain('English')
})

test('words may be in different sections of a page', async () => {
  expect(await titles('configuration token')).toEqual(['English'])
  expect(await titles('configuration Zugangsschlüssel')).toEqual([])
})

test('changes are searchable immediately', async () => {
  const as = app.as(admin)
  const created = await as(api.spaceContent.edit, {
    params: { spaceId },
    body: { changes: [page('New', 'Marzipan.')] },
  })
  expect(await titles('marzipna')).toEqual(['New'])
  const [change] = created.changes
  const id = change?.object === 'created_page' ? change.page.id : ''
  const changes = [{ operation: 'delete_page' as const, page: id }]
  await as(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  expect(await titles('marzipan')).toEqual([])
})

test('a word has few misspellings', () => {
  expect(typoPatterns('host').map(({ pattern }) => pattern)).toEqual(
    expect.arrayContaining(['ohst', 'hots', '_ost', 'hos_', '_host', 'host_', 'ost', 'hot']),
  )
  expect(typoPatterns('a'.repeat(40)).length).toBeLessThan(170)
})
