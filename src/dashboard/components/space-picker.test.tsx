// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { SpacePicker } from './space-picker.tsx'

const guide = { space: { id: 'guide', title: 'Guide', emoji: '' } }
const manual = { space: { id: 'manual', title: 'Manual', emoji: '' } }

let picked: (readonly string[])[] = []

const picker = (spaces: readonly (typeof guide)[], isLoading: boolean) => (
  <SpacePicker
    label="Spaces"
    spaces={spaces}
    selected={[]}
    onChange={(ids) => picked.push(ids)}
    isLoading={isLoading}
  />
)

const type = (value: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value } })
/** Whether Enter was left to the form, which submits. */
const submits = () => fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' })

afterEach(() => {
  picked = []
  cleanup()
})

test('Enter before the spaces are there picks the first match once they are, instead of submitting the form', () => {
  const { rerender } = render(picker([], true))
  type('man')
  expect(submits()).toBe(false)
  expect(picked).toEqual([])

  rerender(picker([guide, manual], false))
  expect(picked).toEqual([['manual']])

  rerender(picker([guide, manual], false))
  expect(picked).toHaveLength(1)
})

test('typing on takes back an Enter that waits for the spaces', () => {
  const { rerender } = render(picker([], true))
  type('man')
  submits()
  type('manu')
  rerender(picker([guide, manual], false))
  expect(picked).toEqual([])
})

test('Enter submits the form if nothing was typed and there is nothing to pick', () => {
  render(picker([], false))
  expect(submits()).toBe(true)
  type('man')
  expect(submits()).toBe(false)
})

test('a form that is submitted while a pick is due waits for it', () => {
  const submitted: (readonly string[])[] = []
  const Form = ({ spaces, isLoading }: { spaces: readonly (typeof guide)[]; isLoading: boolean }) => {
    const [selected, setSelected] = useState<readonly string[]>([])
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submitted.push(selected)
        }}
      >
        <SpacePicker
          label="Spaces"
          many
          spaces={spaces}
          selected={selected}
          onChange={setSelected}
          isLoading={isLoading}
        />
        <button type="submit">Create site</button>
      </form>
    )
  }
  const { rerender } = render(<Form spaces={[]} isLoading />)
  type('man')
  submits()
  fireEvent.click(screen.getByRole('button', { name: 'Create site' }))
  expect(submitted).toEqual([])
  rerender(<Form spaces={[guide, manual]} isLoading={false} />)
  expect(submitted).toEqual([['manual']])

  type('nowhere')
  fireEvent.click(screen.getByRole('button', { name: 'Create site' }))
  expect(submitted).toHaveLength(2)
})

test('a form is not submitted without what was to be picked', () => {
  const submitted: unknown[] = []
  const form = (isLoading: boolean) => (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submitted.push(event.type)
      }}
    >
      {picker(isLoading ? [] : [guide], isLoading)}
      <button type="submit">Create site</button>
    </form>
  )
  const { rerender } = render(form(true))
  type('man')
  submits()
  fireEvent.click(screen.getByRole('button', { name: 'Create site' }))
  rerender(form(false))
  expect(submitted).toEqual([])
})
