import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { up } from '#server/db/migrations/0325-conditional-content.ts'
import { type ASite, aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

const condition = 'visitor.claims.beta'
const part = `Text.\n\n{% if ${condition} %}\nHidden.\n{% endif %}\n`

/** A site with a space, which gets these pages. */
async function aGuide(...pages: readonly { title: string; markdown?: string; condition?: string }[]) {
  const site = await aSite(app)
  const { spaceId, id } = await site.aSiteSpace('Guide')
  const changes = pages.map(({ markdown = 'Text.', ...page }) => ({
    operation: 'insert_page' as const,
    ...page,
    document: { markdown },
  }))
  if (changes.length > 0) await site.call(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  return { ...site, spaceId, siteSpaceId: id }
}

const publish = ({ call, params }: ASite) => call(api.sites.publish, { params })
const refusal = (pages: number, parts: number) => ({
  status: 412,
  type: 'precondition_failed',
  details: { missing: 'conditional-content', pages, parts },
})
const findingOf = async ({ call, params }: ASite) =>
  (await call(api.siteChecks.list, { params })).findings.find(({ kind }) => kind === 'conditional-content')

test('a site without conditions is published without a question', async () => {
  const site = await aGuide(
    { title: 'Start' },
    { title: 'Hint', markdown: '{% hint %}\nif\n{% endhint %}' },
    { title: 'How to', markdown: `Write \`{% if ${condition} %}\`:\n\n\`\`\`\n${part}\`\`\`\n` },
  )
  expect(await findingOf(site)).toBeUndefined()
  expect(await publish(site)).toMatchObject({
    published: true,
    adaptiveContent: { enabled: false, conditionalContent: 'undecided' },
  })
})

test.each([
  { enabled: true },
  { enabled: false },
  { enabled: false, conditionalContent: 'hidden' as const },
  { enabled: false, conditionalContent: 'everyone' as const },
])('a site with conditions is published once it is decided who sees them: %o', async (adaptiveContent) => {
  const site = await aGuide(
    { title: 'Start' },
    { title: 'Mixed', markdown: part },
    { title: 'Beta', condition },
  )
  const { call, params, spaceId } = site
  await expect(publish(site)).rejects.toMatchObject(refusal(2, 0))
  expect(await findingOf(site)).toMatchObject({
    count: 2,
    parts: 0,
    pages: [
      { space: spaceId, title: 'Mixed' },
      { space: spaceId, title: 'Beta' },
    ],
  })
  await call(api.sites.update, { params, body: { adaptiveContent } })
  expect(await findingOf(site)).toBeUndefined()
  const choice = adaptiveContent.enabled ? {} : { conditionalContent: 'everyone', ...adaptiveContent }
  expect((await publish(site)).adaptiveContent).toEqual({ ...adaptiveContent, ...choice })
})

test('conditions of sections, spaces, reusable contents and pages above count', async () => {
  const site = await aGuide({ title: 'Above', condition })
  const { call, params, spaceId, siteSpaceId } = site
  const { changes } = await call(api.spaceContent.edit, {
    params: { spaceId },
    body: {
      changes: [{ operation: 'insert_reusable_content', title: 'Note', document: { markdown: part } }],
    },
  })
  const [note] = changes.flatMap((one) =>
    one.object === 'created_reusable_content' ? [one.reusableContent.id] : [],
  )
  const { pages } = await call(api.spaceContent.get, { params: { spaceId } })
  const include = { markdown: `{% include "/reusable-contents/${note}" %}` }
  await call(api.spaceContent.edit, {
    params: { spaceId },
    body: {
      changes: [
        { operation: 'insert_page', title: 'Below', document: {}, into: pages[0]?.id ?? '' },
        { operation: 'insert_page', title: 'Noted', document: include },
      ],
    },
  })
  await call(api.siteSpaces.update, { params: { ...params, siteSpaceId }, body: { condition } })
  expect(await findingOf(site)).toMatchObject({
    count: 3,
    parts: 1,
    pages: [{ title: 'Above' }, { title: 'Below' }, { title: 'Noted' }],
  })
  await expect(publish(site)).rejects.toMatchObject(refusal(3, 1))
  // A deleted space leaves the site, with its condition.
  await call(api.spaces.delete, { params: { spaceId } })
  expect(await findingOf(site)).toBeUndefined()
})

test('titles of pages are listed only for people who can view them', async () => {
  const site = await aGuide({ title: 'Mixed', markdown: part })
  const { organizationId, params, call } = site
  const guest = await app.aMember(organizationId, null)
  await call(api.sitePermissions.grant, { params, body: { role: 'edit', users: [guest.userId] } })
  const { findings } = await app.as(guest)(api.siteChecks.list, { params })
  expect(findings).toContainEqual({ kind: 'conditional-content', count: 1, pages: [], parts: 0 })
})

test('publishing is refused when it is scheduled, too', async () => {
  const site = await aGuide({ title: 'Mixed', markdown: part })
  const { call, params } = site
  const body = {
    change: { type: 'publish' as const },
    runsAt: new Date(Date.now() + 3_600_000).toISOString(),
    timeZone: 'Europe/Amsterdam',
  }
  await expect(call(api.siteScheduledActions.create, { params, body })).rejects.toMatchObject(refusal(1, 0))
  const adaptiveContent = { enabled: false, conditionalContent: 'hidden' as const }
  await call(api.sites.update, { params, body: { adaptiveContent } })
  expect(await call(api.siteScheduledActions.create, { params, body })).toMatchObject({ status: 'waiting' })
})

test('adaptive content decides, so no other choice can be sent with it', async () => {
  const { call, params } = await aSite(app)
  const adaptiveContent = { enabled: true, conditionalContent: 'hidden' as const }
  await expect(call(api.sites.update, { params, body: { adaptiveContent } })).rejects.toMatchObject({
    status: 400,
  })
})

test('sites that turned adaptive content off keep showing everything, others are undecided', async () => {
  const sites = { off: await aSite(app), on: await aSite(app), untouched: await aSite(app) }
  const set = ({ call, params }: ASite, enabled: boolean) =>
    call(api.sites.update, { params, body: { adaptiveContent: { enabled } } })
  await set(sites.off, true)
  await set(sites.off, false)
  await set(sites.on, true)
  const undo = new Error('undone')
  const migrated = app.db.transaction().execute(async (tx) => {
    await sql`drop index content_object_with_conditions`.execute(tx)
    await sql`alter table site drop column conditional_content`.execute(tx)
    await up(tx as never)
    const rows = await tx
      .selectFrom('site')
      .select(['id', 'adaptive_content', 'conditional_content'])
      .execute()
    const stateOf = ({ params }: ASite) => {
      const row = rows.find(({ id }) => id === params.siteId)
      return [row?.adaptive_content, row?.conditional_content]
    }
    expect(stateOf(sites.off)).toEqual([false, 'everyone'])
    expect(stateOf(sites.on)).toEqual([true, 'undecided'])
    expect(stateOf(sites.untouched)).toEqual([false, 'undecided'])
    throw undo
  })
  await expect(migrated).rejects.toBe(undo)
})
