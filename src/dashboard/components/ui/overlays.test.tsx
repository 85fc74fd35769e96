// @vitest-environment jsdom
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { IconButton } from './button.tsx'
import { Menu, MenuItem } from './menu.tsx'
import { Popover } from './popover.tsx'

// Modules that load on demand take longer than a second on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

beforeAll(() => {
  // Not in jsdom; the library measures with it.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
})
afterEach(cleanup)

const Plus = () => <svg />
const icon = Plus as unknown as Parameters<typeof IconButton>[0]['icon']

test('a menu opens although its library is loaded by the click, and gives the focus back', async () => {
  const chosen: string[] = []
  render(
    <Menu trigger={<button type="button">Actions</button>}>
      <MenuItem onSelect={() => chosen.push('first')}>First</MenuItem>
      <MenuItem onSelect={() => chosen.push('second')}>Second</MenuItem>
    </Menu>,
  )
  const button = screen.getByRole('button', { name: 'Actions' })
  expect(button.getAttribute('aria-haspopup')).toBe('menu')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  button.focus()
  fireEvent.click(button, { detail: 0 })
  const first = await screen.findByRole('menuitem', { name: 'First' })
  await waitFor(() => expect(document.activeElement).toBe(first))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Second' }))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(chosen).toEqual(['second'])
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Actions'))

  // A click without a pointer or a key, as voice control sends it, opens it again, and closes it.
  const again = screen.getByRole('button', { name: 'Actions' })
  fireEvent.click(again, { detail: 0 })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('First'))
  fireEvent.click(again, { detail: 0 })
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
})

test('a popover that starts open is there once its library is', async () => {
  render(
    <Popover
      label="Emoji"
      trigger={<button type="button">Choose</button>}
      open
      onOpenChange={() => undefined}
    >
      <p>Content</p>
    </Popover>,
  )
  expect(await screen.findByRole('dialog', { name: 'Emoji' })).toBeTruthy()
})

test('a focused button has a tooltip until Escape or until another one opens', async () => {
  render(
    <>
      <IconButton label="Add" icon={icon} keys="c" />
      <IconButton label="Remove" icon={icon} />
    </>,
  )
  const [add, remove] = screen.getAllByRole('button')
  add?.focus()
  const tooltip = await screen.findByRole('tooltip')
  expect(tooltip.textContent).toContain('Add')
  expect(add?.getAttribute('aria-describedby')).toBe(tooltip.id)
  remove?.focus()
  await waitFor(() => expect(screen.getByRole('tooltip').textContent).toBe('Remove'))
  fireEvent.keyDown(document, { key: 'Escape' })
  expect(screen.queryByRole('tooltip')).toBeNull()
  expect(remove?.getAttribute('aria-describedby')).toBeNull()
})
