// @vitest-environment jsdom
import { zodResolver } from '@hookform/resolvers/zod'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '#contract/client.ts'
import { TextField } from './fields.tsx'
import { Form } from './form.tsx'
import { limitsOf } from './schema-limits.ts'

// Modules that load on demand take longer than a second on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

const body = z.object({ title: z.string().min(2).max(10), path: z.string().max(100) })

let sent: unknown[] = []

function SpaceForm({ error = null }: { error?: Error | null }) {
  const form = useForm({ resolver: zodResolver(body), defaultValues: { title: 'Handbook', path: '' } })
  return (
    <Form
      form={form}
      schema={body}
      mutation={{ isPending: false, error }}
      submit="Make space"
      shape="page"
      onSubmit={(values) => sent.push(values)}
    >
      <TextField name="title" label="Title" help="What it is about" />
      <TextField name="path" label="Path" />
    </Form>
  )
}

async function show(error: Error | null = null) {
  const root = createRootRoute({ component: () => <SpaceForm error={error} /> })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  render(<RouterProvider router={router} />)
  return screen.findByLabelText('Title')
}

beforeEach(() => {
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
afterEach(cleanup)

test('counts what is left from 80 percent of the limit of the schema', async () => {
  const title = await show()
  expect(screen.getByText('2 left')).toBeTruthy()
  fireEvent.change(title, { target: { value: 'Handbooks of all' } })
  expect(screen.getByText('6 over 10')).toBeTruthy()
  fireEvent.change(title, { target: { value: 'Hand' } })
  expect(screen.queryByText(/left|over/)).toBeNull()
})

test('ties the fault of the schema to its field', async () => {
  const title = await show()
  fireEvent.change(title, { target: { value: 'H' } })
  fireEvent.click(screen.getByRole('button', { name: 'Make space' }))
  await waitFor(() => expect(title.getAttribute('aria-invalid')).toBe('true'))
  const described = document.getElementById(title.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toMatch(/2/)
  expect(sent).toEqual([])
})

test('sends by control and enter', async () => {
  const title = await show()
  fireEvent.change(title, { target: { value: 'Guide' } })
  fireEvent.keyDown(title, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(sent).toEqual([{ title: 'Guide', path: '' }]))
})

test('shows a refusal of the service at its field, and others above the button', async () => {
  const issue = { path: ['body', 'path'], message: '“install” is taken' }
  const refusal = {
    code: 409,
    message: 'Some fields are wrong',
    type: 'conflict' as const,
    details: { issues: [issue] },
  }
  await show(new ApiError(409, refusal, 'r1'))
  await waitFor(() => expect(screen.getByLabelText('Path').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('“install” is taken')).toBeTruthy()
  expect(screen.queryByText('Some fields are wrong')).toBeNull()
  cleanup()
  await show(new ApiError(409, { code: 409, message: 'The space is locked', type: 'invalid_state' }, 'r2'))
  expect(screen.getByRole('alert').textContent).toContain('The space is locked')
})

test('reads the longest text of each field out of the schema', () => {
  const schema = z.object({
    title: z.string().min(2).max(128),
    note: z.string().max(300).nullable().optional(),
    count: z.number(),
    free: z.string(),
    inner: z.object({ path: z.string().max(100) }).optional(),
  })
  expect(limitsOf(schema)).toEqual({ title: 128, note: 300, 'inner.path': 100 })
})

test('knows no limits of what is not an object', () => {
  expect(limitsOf(z.string().max(3))).toEqual({})
  expect(limitsOf(undefined)).toEqual({})
})
