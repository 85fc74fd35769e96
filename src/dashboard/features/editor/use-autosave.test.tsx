// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAutosave } from './use-autosave.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const base = { title: 'Wiring', markdown: 'one' }

/** An editor whose saves end when the test says so. */
function anEditor() {
  const saves: ((isSaved: boolean) => void)[] = []
  const store = vi.fn()
  let props = { markdown: base.markdown, isDirty: false, isBusy: false, isOn: true, othersSave: false }
  const hook = renderHook(
    ({ markdown, ...state }: typeof props) =>
      useAutosave({
        at: { spaceId: 's' },
        draft: { ...base, markdown },
        ...state,
        sendsOnExit: state.isOn,
        save: () => new Promise<boolean>((resolve) => saves.push(resolve)),
        store,
        pendingEdit: () =>
          state.isDirty
            ? {
                base: 'r1',
                changes: [{ operation: 'update_page', page: 'p', document: { markdown } }],
                editingSession: '1-2-3-4',
              }
            : undefined,
      }),
    { initialProps: props },
  )
  const set = (change: Partial<typeof props>) => {
    props = { ...props, ...change }
    hook.rerender(props)
  }
  return {
    saves,
    store,
    set,
    type: (markdown: string) => set({ markdown, isDirty: true }),
    pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
    /** Ends the save that runs. */
    end: async (isSaved: boolean, isDirty = !isSaved) => {
      await act(async () => saves.at(-1)?.(isSaved))
      set({ isBusy: false, isDirty })
    },
    unmount: hook.unmount,
  }
}

test('nothing is sent without changes, and a change after a pause', async () => {
  const editor = anEditor()
  await editor.pass(60_000)
  expect(editor.saves).toHaveLength(0)
  editor.type('a')
  await editor.pass(1500)
  editor.type('ab')
  await editor.pass(1500)
  expect(editor.saves).toHaveLength(0)
  await editor.pass(600)
  expect(editor.saves).toHaveLength(1)
})

test('someone who types without a pause is saved every ten seconds, and never twice at the same time', async () => {
  const editor = anEditor()
  let text = ''
  const typeFor = async (seconds: number) => {
    for (let count = 0; count < seconds * 2; count++) {
      text += 'x'
      editor.type(text)
      await editor.pass(500)
    }
  }
  await typeFor(10)
  expect(editor.saves).toHaveLength(1)
  editor.set({ isBusy: true })
  await typeFor(30)
  expect(editor.saves).toHaveLength(1)
  await editor.end(true, true)
  await typeFor(11)
  expect(editor.saves).toHaveLength(2)
})

test('a save that failed is repeated later, and nothing is sent while it waits for the person', async () => {
  const editor = anEditor()
  editor.type('a')
  await editor.pass(2000)
  await editor.end(false)
  await editor.pass(4500)
  expect(editor.saves).toHaveLength(1)
  await editor.pass(1000)
  expect(editor.saves).toHaveLength(2)
  editor.set({ isOn: false })
  await editor.end(false)
  await editor.pass(600_000)
  expect(editor.saves).toHaveLength(2)
  editor.set({ isOn: true })
  await editor.pass(12_000)
  expect(editor.saves).toHaveLength(3)
})

test('a hidden tab saves right away', async () => {
  const editor = anEditor()
  editor.type('a')
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(editor.store).toHaveBeenCalledOnce()
  expect(editor.saves).toHaveLength(1)
  visibility.mockRestore()
})

test('a closed tab stores the draft and sends it with a request that outlives the page', async () => {
  const fetched = vi.fn(async () => Response.json({ revision: 'r2', changes: [] }))
  vi.stubGlobal('fetch', fetched)
  const editor = anEditor()
  window.dispatchEvent(new Event('pagehide'))
  expect(fetched).not.toHaveBeenCalled()
  editor.type('a')
  window.dispatchEvent(new Event('pagehide'))
  expect(editor.store).toHaveBeenCalledTimes(2)
  expect(fetched).toHaveBeenCalledWith(
    '/v1/spaces/s/content',
    expect.objectContaining({
      keepalive: true,
      method: 'POST',
      body: expect.stringContaining('"editingSession":"1-2-3-4"'),
    }),
  )
  // Browsers refuse longer ones.
  editor.type('a'.repeat(70_000))
  window.dispatchEvent(new Event('pagehide'))
  expect(fetched).toHaveBeenCalledTimes(1)
  editor.unmount()
  window.dispatchEvent(new Event('pagehide'))
  expect(editor.store).toHaveBeenCalledTimes(3)
})
