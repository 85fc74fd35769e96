// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/client.ts'
import type { LastChange } from '#contract/last-changes.ts'
import { undoStack } from '../data/undo.ts'
import { toast } from '../lib/toast.ts'
import { TextField } from './fields.tsx'
import { Form } from './form.tsx'
import { useVersionedForm } from './use-versioned-form.ts'

// Modules that load on demand take longer than a second on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

type Room = { title: string; path: string; version: number }
const opened: Room = { title: 'Hall', path: 'hall', version: 1 }
const stale = () =>
  new ApiError(412, { code: 412, message: 'Somebody changed it', type: 'stale' }, 'request-1')

let stored: Room
let sent: Room[]
/** What the server knows about the last change. */
let lastChange: LastChange

/** The server: accepts writes with its current version and refuses others. */
async function patch(values: Omit<Room, 'version'>, version: number): Promise<Room> {
  if (version !== stored.version) throw stale()
  stored = { ...values, version: version + 1 }
  sent.push(stored)
  return stored
}

function RoomForm() {
  const [error, setError] = useState<Error | null>(null)
  const [known, setKnown] = useState(opened)
  const form = useForm({ defaultValues: { title: opened.title, path: opened.path } })
  const editing = useVersionedForm({
    form,
    object: known,
    target: { organizationId: 'acme', type: 'space', id: 'hall' },
    valuesOf: ({ title, path }: Room) => ({ title, path }),
    read: async () => stored,
    send: (values, now) =>
      patch(values, now.version).catch((refusal: Error) => {
        setError(refusal)
        throw refusal
      }),
    sending: { isPending: false, error },
    savedMessage: ({ title }) => `Saved “${title}”`,
  })
  return (
    <Form {...editing} form={form} submit="Save" shape="page">
      <TextField name="title" label="Title" />
      <TextField name="path" label="Path" />
      <button type="button" onClick={() => setKnown(stored)}>
        Hear of it
      </button>
    </Form>
  )
}

async function write(title: string): Promise<void> {
  await show()
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: title } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
}

async function show(): Promise<void> {
  const router = createRouter({
    routeTree: createRootRoute({ component: RoomForm }),
    history: createMemoryHistory(),
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByLabelText('Title')
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json(lastChange))
  lastChange = { object: 'last-change' }
  stored = opened
  sent = []
  window.scrollTo = () => {}
  window.matchMedia = (media) => ({
    ...new EventTarget(),
    media,
    matches: false,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => true,
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  undoStack.clear()
})

test('a change by someone else to another field is merged without asking', async () => {
  stored = { ...opened, path: 'the-hall', version: 2 }
  await write('Great hall')
  await waitFor(() => expect(sent).toEqual([{ title: 'Great hall', path: 'the-hall', version: 3 }]))
  expect(screen.getByLabelText('Path')).toHaveProperty('value', 'the-hall')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('where both changed a field, the form asks and sends what is chosen', async () => {
  stored = { title: 'Small hall', path: 'small', version: 4 }
  await write('Great hall')
  await screen.findByText(/Someone else saved this while you were editing/)
  expect(sent).toEqual([])
  const group = screen.getByRole('radiogroup', { name: /Title/ })
  expect(group.textContent).toContain('was “Hall”')
  expect(group.textContent).toContain('Great hall')
  expect(screen.queryByRole('radiogroup', { name: /Path/ })).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: /Small hall/ }))
  fireEvent.click(screen.getByRole('button', { name: /Save choices/ }))
  await waitFor(() => expect(sent).toEqual([{ title: 'Small hall', path: 'small', version: 5 }]))
})

test('the person who made the other change is named', async () => {
  const ada = { object: 'user' as const, id: 'ada', displayName: 'Ada', urls: { location: '' } }
  lastChange = { object: 'last-change', changedBy: ada }
  stored = { ...opened, title: 'Small hall', version: 2 }
  await write('Great hall')
  await screen.findByText(/Ada saved this while you were editing/)
})

test('mine is chosen unless theirs is', async () => {
  stored = { ...opened, title: 'Small hall', version: 2 }
  await write('Great hall')
  fireEvent.click(await screen.findByRole('button', { name: /Save choices/ }))
  await waitFor(() => expect(sent).toEqual([{ title: 'Great hall', path: 'hall', version: 3 }]))
})

test('taking theirs sends nothing and shows it', async () => {
  stored = { ...opened, title: 'Small hall', version: 2 }
  await write('Great hall')
  fireEvent.click(await screen.findByRole('button', { name: 'Use all their changes' }))
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Small hall')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(sent).toEqual([])
})

test('changes from elsewhere appear in untouched fields, and edited fields keep their text', async () => {
  await show()
  stored = { title: 'Small hall', path: 'small', version: 2 }
  fireEvent.click(screen.getByRole('button', { name: 'Hear of it' }))
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Small hall'))
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Great hall' } })
  stored = { ...stored, path: 'tiny', version: 3 }
  fireEvent.click(screen.getByRole('button', { name: 'Hear of it' }))
  await waitFor(() => expect(screen.getByLabelText('Path')).toHaveProperty('value', 'tiny'))
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Great hall')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ title: 'Great hall', path: 'tiny', version: 4 }]))
})

test('if someone else changed the title in the meantime, the form asks before it sends anything', async () => {
  await show()
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Great hall' } })
  stored = { ...opened, title: 'Small hall', version: 2 }
  fireEvent.click(screen.getByRole('button', { name: 'Hear of it' }))
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Great hall')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/Someone else saved this while you were editing/)
  expect(sent).toEqual([])
})

test('undoing a save restores what it changed and nothing else', async () => {
  await write('Great hall')
  await waitFor(() =>
    expect(undoStack.entries().map(({ message }) => message)).toEqual(['Saved “Great hall”']),
  )
  stored = { ...stored, path: 'tiny', version: 3 }
  undoStack.undo()
  await waitFor(() => expect(stored).toEqual({ title: 'Hall', path: 'tiny', version: 4 }))
})

test('a save is not undone once someone has changed the same field again', async () => {
  await write('Great hall')
  await waitFor(() => expect(undoStack.entries()).toHaveLength(1))
  stored = { ...stored, title: 'Small hall', version: 3 }
  undoStack.undo()
  await waitFor(() => expect(toast.shown().map(({ text }) => text)).toContain('Couldn’t undo the change'))
  expect(stored.title).toBe('Small hall')
})
