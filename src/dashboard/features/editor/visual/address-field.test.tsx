// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AddressField } from './address-field.tsx'

type Search = { found?: readonly string[]; isSearching?: boolean }

let applied: string[] = []

/** A form like that of a button or card: a pick fills the field, and a submit applies what is in the fields. */
function AddressForm({ link = {}, cover = {} }: { link?: Search; cover?: Search }) {
  const [values, setValues] = useState({ Link: '', Cover: '' })
  const [picked, setPicked] = useState<readonly string[]>([])
  const field = (name: 'Link' | 'Cover', { found = [], isSearching = false }: Search) => (
    <AddressField
      label={name}
      placeholder=""
      text={values[name]}
      onText={(text) => setValues((all) => ({ ...all, [name]: text }))}
      options={(picked.includes(name) ? [] : found).map((title) => ({
        label: title,
        detail: '',
        pick: () => {
          setPicked((all) => [...all, name])
          setValues((all) => ({ ...all, [name]: title }))
        },
      }))}
      isSearching={isSearching}
      optionsLabel={`${name} options`}
    />
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        applied.push(`${values.Link} ${values.Cover}`.trim())
      }}
    >
      {field('Link', link)}
      {field('Cover', cover)}
      <button type="submit">Apply</button>
    </form>
  )
}

const field = (name = 'Link') => screen.getByRole('combobox', { name })
const type = (value: string, name?: string) => fireEvent.change(field(name), { target: { value } })
const apply = () => fireEvent.click(screen.getByRole('button', { name: 'Apply' }))

beforeEach(() => {
  applied = []
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(cleanup)

test('Apply while the field is searching waits, and never applies a page that was not shown', () => {
  const { rerender } = render(<AddressForm link={{ isSearching: true }} />)
  type('torq')
  apply()
  expect(applied).toEqual([])

  rerender(<AddressForm link={{ found: ['Torque values'] }} />)
  expect(applied).toEqual([])
  expect(document.activeElement).toBe(field())
  expect(screen.getByRole('option').textContent).toBe('Torque values')

  apply()
  expect(applied).toEqual(['Torque values'])
})

test('Apply goes on with what was typed if nothing is found', () => {
  const { rerender } = render(<AddressForm link={{ isSearching: true }} />)
  type('nowhere')
  apply()
  apply()
  rerender(<AddressForm />)
  expect(applied).toEqual(['nowhere'])
})

test('typing on takes back an Apply that waits', () => {
  const { rerender } = render(<AddressForm link={{ isSearching: true }} />)
  type('now')
  apply()
  type('nowhere')
  rerender(<AddressForm />)
  expect(applied).toEqual([])
})

test('Apply takes the chosen option of each field with a list', () => {
  render(<AddressForm link={{ found: ['Earthing', 'Earth fault'] }} cover={{ found: ['earth.png'] }} />)
  type('earth')
  type('ear', 'Cover')
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  apply()
  expect(applied).toEqual(['Earth fault earth.png'])
})

test('Apply waits for each field that is searching, and applies once', () => {
  const searching = { isSearching: true }
  const { rerender } = render(<AddressForm link={searching} cover={searching} />)
  type('here')
  type('there', 'Cover')
  apply()
  rerender(<AddressForm cover={searching} />)
  expect(applied).toEqual([])
  rerender(<AddressForm />)
  expect(applied).toEqual(['here there'])
})

test('Enter while the field is searching takes the first page that is found, and Apply after it waits for that', () => {
  const { rerender } = render(<AddressForm link={{ isSearching: true }} />)
  type('torq')
  fireEvent.keyDown(field(), { key: 'Enter' })
  apply()
  expect(applied).toEqual([])
  rerender(<AddressForm link={{ found: ['Torque values'] }} />)
  expect(applied).toEqual(['Torque values'])
})

test('Enter submits what was typed once nothing is found', () => {
  const { rerender } = render(<AddressForm link={{ isSearching: true }} />)
  type('nowhere')
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(applied).toEqual([])
  rerender(<AddressForm />)
  expect(applied).toEqual(['nowhere'])
})

test('a search that does not end holds Apply for three seconds', async () => {
  vi.useFakeTimers()
  render(<AddressForm link={{ isSearching: true }} />)
  type('nowhere')
  apply()
  await act(() => vi.advanceTimersByTimeAsync(2900))
  expect(applied).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(200))
  vi.useRealTimers()
  expect(applied).toEqual(['nowhere'])
})
