// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useReturningFocus } from './use-returning-focus.ts'

afterEach(cleanup)

function Reply({ to }: { to: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useReturningFocus(field, to)
  return <textarea ref={field} aria-label={to} defaultValue="half a rep" />
}

const Page = ({ isMoved }: { isMoved: boolean }) => (
  <>
    <div>{!isMoved && <Reply to="a" />}</div>
    <Reply to="b" />
    <aside>{isMoved && <Reply to="a" />}</aside>
  </>
)

test('a field that is written in continues where it is shown next', () => {
  const { getByLabelText, rerender } = render(<Page isMoved={false} />)
  getByLabelText('a').focus()
  rerender(<Page isMoved />)
  const field = getByLabelText('a')
  expect(document.activeElement).toBe(field)
  expect(field).toHaveProperty('selectionStart', 'half a rep'.length)
})

test('a field without the focus doesn’t take it', () => {
  const { getByLabelText, rerender } = render(<Page isMoved={false} />)
  getByLabelText('b').focus()
  rerender(<Page isMoved />)
  expect(document.activeElement).toBe(getByLabelText('b'))
})
