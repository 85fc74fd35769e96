import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><script>alert(1)</script></svg>'

test('a file goes to who may view its space, as data that runs nothing', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const as = app.as(admin)
  const space = await as(api.spaces.create, { params: { organizationId }, body: {} })
  const params = { spaceId: space.id }
  const { insertedFiles = [] } = await as(api.spaceContent.edit, {
    params,
    body: {
      changes: [
        {
          operation: 'insert_files',
          files: [
            {
              name: 'draw ing.svg',
              base64: Buffer.from(drawing).toString('base64'),
              contentType: 'image/svg+xml',
            },
          ],
        },
      ],
    },
  })
  const [file] = (await as(api.spaceContent.files, { params })).items
  expect(insertedFiles.length).toBe(1)
  const url = new URL(file?.downloadURL ?? '').pathname
  const got = await app.send({ method: 'GET', url, token: admin.token })
  expect(got.status).toBe(200)
  expect(got.text).toBe(drawing)
  expect(got.headers['content-type']).toBe('image/svg+xml')
  expect(got.headers['content-security-policy']).toContain('sandbox')
  expect(got.headers['content-disposition']).toBe("inline; filename*=UTF-8''draw%20ing.svg")
  const again = {
    method: 'GET',
    url,
    token: admin.token,
    headers: { 'if-none-match': got.headers.etag ?? '' },
  }
  expect((await app.send(again)).status).toBe(304)
  const stranger = await app.aPerson()
  expect((await app.send({ method: 'GET', url, token: stranger.token })).status).toBe(404)
  expect((await app.send({ method: 'GET', url })).status).toBe(404)

  const site = await as(api.sites.create, {
    params: { organizationId },
    body: { title: 'Site', spaces: [space.id] },
  })
  await as(api.sites.publish, { params: { organizationId, siteId: site.id } })
  expect((await app.send({ method: 'GET', url })).status).toBe(200)
})
