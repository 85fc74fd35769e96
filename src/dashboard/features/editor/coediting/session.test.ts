import { afterEach, expect, test, vi } from 'vitest'
import { coeditingCloseCodes } from '#contract/coediting.ts'
import { openRelay, type Relay } from '#testing/coediting-relay.ts'
import type { Draft, PageVersion } from '../queries.ts'
import type { EndReason } from './connection.ts'
import { type CoeditingState, type LastUpdate, startCoediting } from './session.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const first = { title: 'Wiring', markdown: 'All about wiring.\n' }

async function aRelay(text: Draft = first): Promise<Relay> {
  const relay = await openRelay(text)
  closing.push(() => relay.close())
  return relay
}

/** An editor without a screen. */
function anEditor({ address }: Relay, firstAttempt = 20_000) {
  const read: Draft = first
  let draft = read
  let base: PageVersion = { ...read, revision: 'r0' }
  let state: CoeditingState | undefined
  const ends: EndReason[] = []
  const lastUpdates: LastUpdate[] = []
  const probe = vi.fn(async (): Promise<EndReason | undefined> => undefined)
  const session = startCoediting({
    address,
    local: () => ({ draft, base }),
    flush: () => {},
    onMarkdown: () => {},
    onText: (text, version) => {
      draft = text
      base = version
    },
    onState: (next) => (state = next),
    onEnded: (reason) => ends.push(reason),
    probe,
    sendLast: (last) => lastUpdates.push(last),
    times: { batch: 5, firstAttempt, minDelay: 10, maxDelay: 50, answer: 300 },
  })
  closing.push(() => session.close())
  const write = (markdown: string) => {
    draft = { ...draft, markdown }
    session.edit({ markdown })
  }
  return {
    session,
    ends,
    lastUpdates,
    probe,
    draft: () => draft,
    base: () => base,
    state: () => state,
    write,
    /** Appends a line. */
    add: (line: string) => write(`${draft.markdown}${line}\n`),
    isOpen: () => vi.waitFor(() => expect(state?.phase).toBe('open')),
    isStored: () => vi.waitFor(() => expect(state?.phase === 'open' && state.isStored).toBe(true)),
  }
}

test('what one writes is stored and reaches the others, and so does the title', async () => {
  const relay = await aRelay()
  const [ada, bo] = [anEditor(relay), anEditor(relay)]
  await Promise.all([ada.isOpen(), bo.isOpen()])
  ada.add('Ada.')
  bo.session.edit({ title: 'Wires' })
  await vi.waitFor(() => expect(bo.draft().markdown).toBe('All about wiring.\nAda.\n'))
  await vi.waitFor(() => expect(ada.draft().title).toBe('Wires'))
  await ada.isStored()
  expect(ada.base()).toMatchObject({ title: 'Wires', markdown: 'All about wiring.\nAda.\n' })
  expect(relay.text()).toEqual({ title: 'Wires', markdown: 'All about wiring.\nAda.\n' })
})

test('quick changes are sent as one message', async () => {
  const relay = await aRelay()
  const ada = anEditor(relay)
  await ada.isOpen()
  for (const line of ['One', 'Two', 'Three']) ada.add(line)
  await ada.isStored()
  expect(relay.received()).toBe(1)
  expect(relay.text().markdown).toBe('All about wiring.\nOne\nTwo\nThree\n')
})

test('what was written before the connection is open is put on top of the shared text', async () => {
  const relay = await aRelay({ title: 'Wiring', markdown: 'All about wiring.\nFrom Bo.\n' })
  const ada = anEditor(relay)
  ada.write('Everything about wiring.\n')
  await ada.isStored()
  expect(ada.draft().markdown).toBe('Everything about wiring.\nFrom Bo.\n')
  expect(relay.text().markdown).toBe('Everything about wiring.\nFrom Bo.\n')
})

test('what both write while one of them has no connection is merged when it is back', async () => {
  const relay = await aRelay()
  const [ada, bo] = [anEditor(relay), anEditor(relay)]
  await Promise.all([ada.isOpen(), bo.isOpen()])
  relay.refuse(true)
  ada.session.lose()
  bo.add('Bo.')
  ada.add('Ada.')
  expect(ada.state()).toMatchObject({ phase: 'lost', isStored: false })
  // The base is what is known to be stored, so that the draft in this browser has only what is missing.
  expect(ada.base().markdown).toBe('All about wiring.\n')
  await bo.isStored()
  relay.refuse(false)
  await ada.isStored()
  await vi.waitFor(() => expect(bo.draft()).toEqual(ada.draft()))
  expect(ada.draft().markdown.split('\n').toSorted()).toEqual(['', 'Ada.', 'All about wiring.', 'Bo.'])
})

test('an update that is not confirmed is sent again by the next connection, and applied once', async () => {
  const relay = await aRelay()
  const ada = anEditor(relay)
  await ada.isOpen()
  relay.swallowAnswers(true)
  ada.add('Ada.')
  await vi.waitFor(() => expect(relay.text().markdown).toContain('Ada.'))
  expect(ada.state()?.isStored).toBe(false)
  relay.swallowAnswers(false)
  await ada.isStored()
  expect(relay.connections()).toBe(2)
  expect(relay.text().markdown).toBe('All about wiring.\nAda.\n')
})

test('a deletion during a restart of the service arrives', async () => {
  const relay = await aRelay()
  const ada = anEditor(relay)
  await ada.isOpen()
  relay.refuse(true)
  relay.end(coeditingCloseCodes.restart)
  await vi.waitFor(() => expect(ada.state()?.phase).toBe('lost'))
  ada.write('')
  relay.refuse(false)
  await ada.isStored()
  expect(relay.text().markdown).toBe('')
})

test('after a restart with another shared text, nothing is lost or there twice', async () => {
  const relay = await aRelay()
  const ada = anEditor(relay)
  await ada.isOpen()
  ada.add('Stored.')
  await ada.isStored()
  relay.replace({ title: 'Wiring', markdown: 'All about wiring.\nStored.\nFrom elsewhere.\n' })
  relay.refuse(true)
  relay.end(coeditingCloseCodes.restart)
  await vi.waitFor(() => expect(ada.state()?.phase).toBe('lost'))
  ada.write(ada.draft().markdown.replace('All', 'Nearly all'))
  relay.refuse(false)
  await ada.isStored()
  expect(relay.text().markdown).toBe('Nearly all about wiring.\nStored.\nFrom elsewhere.\n')
  expect(ada.draft()).toEqual(relay.text())
})

test('cursors follow the text, and go with their connection', async () => {
  const relay = await aRelay()
  const [ada, bo] = [anEditor(relay), anEditor(relay)]
  await Promise.all([ada.isOpen(), bo.isOpen()])
  const at = 'All about'.length
  bo.session.setCursor({ anchor: at, head: at })
  await vi.waitFor(() => expect(ada.state()?.cursors).toMatchObject([{ anchor: at, head: at }]))
  ada.write(`1234${ada.draft().markdown}`)
  expect(ada.state()?.cursors).toMatchObject([{ head: at + 4 }])
  bo.session.setCursor(null)
  await vi.waitFor(() => expect(ada.state()?.cursors).toMatchObject([{ head: null }]))
  bo.session.close()
  await vi.waitFor(() => expect(ada.state()?.cursors).toEqual([]))
})

test('a cursor that was there before the connection is shown to others', async () => {
  const relay = await aRelay()
  const ada = anEditor(relay)
  await ada.isOpen()
  const bo = anEditor(relay)
  bo.session.setCursor({ anchor: 3, head: 3 })
  await vi.waitFor(() => expect(ada.state()?.cursors).toMatchObject([{ anchor: 3, head: 3 }]))
})

test('the saving state of the service comes with the base of the draft', async () => {
  const relay = await aRelay()
  const ada = anEditor(relay)
  await ada.isOpen()
  ada.add('Ada.')
  await ada.isStored()
  relay.saved('r7')
  await vi.waitFor(() => expect(ada.state()?.saving).toMatchObject({ isSaved: true, revision: 'r7' }))
  expect(ada.base()).toMatchObject({ revision: 'r7', markdown: 'All about wiring.\nAda.\n' })
})

test('without a connection in time, editing goes on without it', async () => {
  const relay = await aRelay()
  relay.refuse(true)
  const ada = anEditor(relay, 200)
  await vi.waitFor(() => expect(ada.ends).toEqual(['unavailable']))
  expect(ada.state()?.phase).toBe('over')
  relay.refuse(false)
  ada.add('Mine.')
  expect(relay.received()).toBe(0)
  expect(ada.draft().markdown).toContain('Mine.')
})

test('a connection that was refused is not opened again', async () => {
  for (const [code, reason] of [
    [coeditingCloseCodes.signedOut, 'signedOut'],
    [coeditingCloseCodes.forbidden, 'forbidden'],
    [coeditingCloseCodes.gone, 'gone'],
    [coeditingCloseCodes.invalid, 'invalid'],
    [coeditingCloseCodes.tooLong, 'tooLong'],
  ] as const) {
    const relay = await aRelay()
    const ada = anEditor(relay)
    await ada.isOpen()
    relay.end(code)
    await vi.waitFor(() => expect(ada.ends).toEqual([reason]))
    expect(relay.connections()).toBe(1)
  }
})

test('the reason is asked for when no connection can be opened again', async () => {
  const relay = await aRelay()
  const ada = anEditor(relay)
  await ada.isOpen()
  ada.probe.mockResolvedValue('gone')
  relay.refuse(true)
  relay.end(coeditingCloseCodes.restart)
  await vi.waitFor(() => expect(ada.ends).toEqual(['gone']))
})

test('someone who leaves waits until everything is stored, but not forever', async () => {
  const relay = await aRelay()
  const ada = anEditor(relay)
  await ada.isOpen()
  ada.add('Ada.')
  expect(await ada.session.save(2000)).toBe(true)
  relay.refuse(true)
  ada.session.lose()
  ada.add('Offline.')
  expect(await ada.session.save(50)).toBe(false)
})

test('at the end of the page, what is not confirmed is sent in another way, whether it was on its way or not', async () => {
  const relay = await aRelay()
  const ada = anEditor(relay)
  await ada.isOpen()
  ada.add('Stored.')
  await ada.isStored()
  ada.session.exit()
  expect(ada.lastUpdates).toEqual([])
  relay.swallowUpdates(true)
  ada.write('All about wires.\nStored.\n')
  await vi.waitFor(() => expect(relay.received()).toBe(2))
  ada.add('Last words.')
  ada.session.exit()
  expect(ada.lastUpdates).toMatchObject([{ text: 't1' }])
  for (const { update } of ada.lastUpdates) relay.add(update)
  expect(relay.text().markdown).toBe('All about wires.\nStored.\nLast words.\n')
})

test('at the end of the page, what was written without a connection is sent in another way', async () => {
  const relay = await aRelay()
  const ada = anEditor(relay)
  await ada.isOpen()
  relay.refuse(true)
  ada.session.lose()
  ada.session.exit()
  expect(ada.lastUpdates).toEqual([])
  ada.write('About wires.\nOffline.\n')
  ada.session.exit()
  for (const { update } of ada.lastUpdates) relay.add(update)
  expect(relay.text().markdown).toBe('About wires.\nOffline.\n')
})

test('at the end of the page, a text that is not shared is not sent in another way', async () => {
  const relay = await aRelay()
  relay.refuse(true)
  const ada = anEditor(relay, 50)
  ada.add('Mine.')
  ada.session.exit()
  await vi.waitFor(() => expect(ada.ends).toEqual(['unavailable']))
  ada.session.exit()
  expect(ada.lastUpdates).toEqual([])
})

test('a save that is requested before the connection is open follows with what was written until then', async () => {
  const relay = await aRelay()
  const ada = anEditor(relay)
  ada.write('Everything about wiring.\n')
  expect(await ada.session.save(2000)).toBe(true)
  await vi.waitFor(() => expect(relay.savedTexts()).toEqual(['Everything about wiring.\n']))
})

test('a save that is requested without a connection follows when there is one again, also of the text as it was', async () => {
  const relay = await aRelay()
  const [ada, bo] = [anEditor(relay), anEditor(relay)]
  await Promise.all([ada.isOpen(), bo.isOpen()])
  relay.refuse(true)
  for (const one of [ada, bo]) one.session.lose()
  ada.add('Offline.')
  expect(await ada.session.save(50)).toBe(false)
  expect(await bo.session.save(50)).toBe(true)
  expect(relay.savedTexts()).toEqual([])
  relay.refuse(false)
  await vi.waitFor(() => expect(relay.savedTexts()).toHaveLength(2))
  expect(relay.savedTexts()).toContain('All about wiring.\nOffline.\n')
})
