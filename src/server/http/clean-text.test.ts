import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

const rename = async (payload: string) => {
  const { organizationId, admin } = await app.anOrganization()
  const { status, text } = await app.send({
    method: 'PATCH',
    url: `/v1/orgs/${organizationId}`,
    token: admin.token,
    headers: { 'content-type': 'application/json' },
    payload,
  })
  const { title } = await app.as(admin)(api.organizations.get, { params: { organizationId } })
  return { status, title, issues: JSON.parse(text).error?.details.issues }
}

test.each(['\\u0000', '\\ud800', '\\udc00 half'])(
  'a text with %s is refused with its path',
  async (escape) => {
    const { status, title, issues } = await rename(`{"title": "Halden ${escape}"}`)
    expect([status, title]).toEqual([400, 'Halden Energy'])
    expect(issues[0].path).toEqual(['body', 'title'])
  },
)

test.each([
  ['\\ud83d\\ude00', 'Halden 😀'],
  ['\\\\u0000', 'Halden \\u0000'],
])('a text with %s is stored unchanged', async (escape, title) => {
  expect(await rename(`{"title": "Halden ${escape}"}`)).toMatchObject({ status: 200, title })
})

test('a URL with the character U+0000 is refused', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const url = `/v1/orgs/${organizationId}/members?search=%00`
  const { status, json } = await app.send({ method: 'GET', url, token: admin.token })
  expect([status, json()]).toMatchObject([400, { error: { type: 'validation' } }])
})
