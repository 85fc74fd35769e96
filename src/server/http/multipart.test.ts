import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { errorBody } from '#contract/shared/errors.ts'
import { useTestApp } from '#testing/app.ts'
import { aSpaceIn } from '#testing/change-requests.ts'
import { malformedForms } from '#testing/malformed-multipart.ts'

const app = useTestApp()

const REFUSALS = [400, 413, 415]

test.each(['files', 'import/upload'])('malformed forms to …/%s are refused or understood', async (path) => {
  const { spaceId, admin, as } = await aSpaceIn(app)
  const url = `/v1/spaces/${spaceId}/content/${path}`
  const wrong: unknown[] = []
  let accepted = 0
  for (const { label, ...request } of malformedForms) {
    const { status, text } = await app.send({ method: 'POST', url, token: admin.token, ...request })
    const isRefusal = REFUSALS.includes(status) && errorBody.safeParse(JSON.parse(text)).success
    if (status < 300) accepted++
    else if (!isRefusal) wrong.push([label, status, text])
  }
  expect(wrong).toEqual([])
  expect(accepted).toBeLessThan(malformedForms.length / 2)
  if (path !== 'files') return
  const { items } = await as(api.spaceContent.files, { params: { spaceId }, query: { limit: 1000 } })
  expect(items.filter(({ name, size }) => name === '' || size === 0)).toEqual([])
})

test('a body of the wrong type is refused with the right one', async () => {
  const { spaceId, admin } = await aSpaceIn(app)
  const messageAt = async (url: string) => {
    const headers = { 'content-type': 'application/octet-stream' }
    const sent = await app.send({ method: 'POST', url, token: admin.token, headers, payload: 'x' })
    return [sent.status, errorBody.parse(sent.json()).error.message]
  }
  const at = `/v1/spaces/${spaceId}/content`
  expect(await messageAt(`${at}/files`)).toEqual([415, 'Send the body as multipart/form-data'])
  expect(await messageAt(at)).toEqual([415, 'Send the body as application/json'])
})

test('a form with a wrong Content-Length changes nothing, and the next request is answered', async () => {
  const { spaceId, admin, as } = await aSpaceIn(app)
  const { hostname, port } = new URL(await app.address())
  const body =
    '--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\ntext\r\n--b--\r\n'
  for (const length of [10, body.length - 5, body.length + 500]) {
    const socket = connect(Number(port), hostname)
    socket.end(
      `POST /v1/spaces/${spaceId}/content/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`,
    )
    socket.resume()
    await once(socket, 'close')
  }
  expect((await as(api.spaceContent.files, { params: { spaceId } })).items).toEqual([])
})
