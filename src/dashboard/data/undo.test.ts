import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '../lib/toast.ts'
import { offerUndo, undoStack } from './undo.ts'

afterEach(() => {
  for (const { id } of toast.shown()) toast.dismiss(id)
})

test('the latest action is undone first, and its toast goes', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  offerUndo('Renamed “A”', first)
  offerUndo('Moved “B”', second)
  undoStack.undo()
  expect([first, second].map((run) => run.mock.calls.length)).toEqual([0, 1])
  expect(toast.shown().map(({ text }) => text)).toEqual(['Renamed “A”'])
  undoStack.undo()
  expect(first).toHaveBeenCalledOnce()
})

test('an action whose toast is gone cannot be undone any more', () => {
  const run = vi.fn()
  offerUndo('Renamed “A”', run)
  for (const { id } of toast.shown()) toast.dismiss(id)
  undoStack.undo()
  expect(run).not.toHaveBeenCalled()
  expect(undoStack.entries()).toEqual([])
})
