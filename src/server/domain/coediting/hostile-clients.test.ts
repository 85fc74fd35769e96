import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { coeditingCloseCodes, MAX_COEDITED_TEXT_LENGTH } from '#contract/coediting.ts'
import { useTestApp } from '#testing/app.ts'
import { aPageToCoedit, coedit } from '#testing/coediting-client.ts'

const app = useTestApp()

describe('a hostile client', () => {
  const update = (write: (doc: Y.Doc) => void): Uint8Array => {
    const doc = new Y.Doc()
    write(doc)
    return Y.encodeStateAsUpdate(doc)
  }
  const hostile = {
    garbage: () => new Uint8Array([9, 9, 9, 9, 255, 255]),
    'another type than the texts': () => update((doc) => doc.getMap('other').set('a', 1)),
    'an update without those before it': () => {
      const doc = new Y.Doc()
      doc.getText('markdown').insert(0, 'a')
      const before = Y.encodeStateVector(doc)
      doc.getText('markdown').insert(1, 'b')
      return Y.encodeStateAsUpdate(doc, before)
    },
    'a text that is too long': () =>
      update((doc) => doc.getText('markdown').insert(0, 'x'.repeat(MAX_COEDITED_TEXT_LENGTH))),
  }

  test.each(Object.entries(hostile))('cannot break the text for others with %s', async (_, make) => {
    const { admin, address, ...page } = await aPageToCoedit(app)
    const [good, bad] = [await coedit(address, admin, page), await coedit(address, admin, page)]
    bad.sendUpdate(make())
    expect([coeditingCloseCodes.invalid, coeditingCloseCodes.tooLong]).toContain(await bad.closed)
    await good.type('Fine. ', 0)
    const third = await coedit(address, admin, page)
    expect(third.text()).toBe('Fine. First line\n')
    good.socket.close()
    third.socket.close()
  })

  test('cannot write under the id of someone else', async () => {
    const { organizationId, admin, address, ...page } = await aPageToCoedit(app)
    const other = await app.aMember(organizationId, 'edit')
    const good = await coedit(address, admin, page)
    await good.type('Mine.')
    const bad = await coedit(address, other, page)
    const forged = new Y.Doc()
    Y.applyUpdate(forged, Y.encodeStateAsUpdate(bad.doc))
    const before = Y.encodeStateVector(forged)
    forged.clientID = good.doc.clientID
    forged.getText('markdown').insert(0, 'Forged')
    bad.sendUpdate(Y.encodeStateAsUpdate(forged, before))
    expect(await bad.closed).toBe(coeditingCloseCodes.invalid)
    await good.type(' Still mine.')
    expect(good.text()).toBe('First line\nMine. Still mine.')
    good.socket.close()
  })
})
